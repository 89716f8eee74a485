// People at the page: they find things by role and name, in their language, with the mouse or with the keyboard alone.
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';
import { neighbour, type Arrow } from '../../web/src/board/geometry';
import { en } from '../../web/src/messages/en';
import { es } from '../../web/src/messages/es';
import { enEvents } from '../../web/src/messages/events.en';
import { esEvents } from '../../web/src/messages/events.es';
import { ptEvents } from '../../web/src/messages/events.pt';
import { enGuide } from '../../web/src/messages/guide.en';
import { esGuide } from '../../web/src/messages/guide.es';
import { ptGuide } from '../../web/src/messages/guide.pt';
import { say, type Key, type Lang, type Table, type Values } from '../../web/src/messages/kinds';
import { pt } from '../../web/src/messages/pt';
import { enStudy } from '../../web/src/messages/study.en';
import { esStudy } from '../../web/src/messages/study.es';
import { ptStudy } from '../../web/src/messages/study.pt';
import { enTrainer } from '../../web/src/messages/trainer.en';
import { esTrainer } from '../../web/src/messages/trainer.es';
import { ptTrainer } from '../../web/src/messages/trainer.pt';

export const TABLES: Record<Lang, Table> = {
  es: { ...es, ...esEvents, ...esGuide, ...esStudy, ...esTrainer },
  pt: { ...pt, ...ptEvents, ...ptGuide, ...ptStudy, ...ptTrainer },
  en: { ...en, ...enEvents, ...enGuide, ...enStudy, ...enTrainer },
};
export const LOCALES: Record<Lang, string> = { es: 'es-CO', pt: 'pt-BR', en: 'en-US' };
export type Hand = 'mouse' | 'keyboard';

export class Person {
  constructor(readonly page: Page, readonly lang: Lang, readonly hand: Hand, readonly name: string) {}

  static async come(browser: Browser, lang: Lang, hand: Hand, name: string, viewport = { width: 1280, height: 900 }): Promise<Person> {
    const context = await browser.newContext({ locale: LOCALES[lang], viewport });
    const page = await context.newPage();
    const person = new Person(page, lang, hand, name);
    page.on('pageerror', (error) => { throw error; });
    return person;
  }

  t(key: Key, values?: Values): string {
    return say(TABLES[this.lang], LOCALES[this.lang], key, values);
  }

  /** Presses what is there, with this person's hand. */
  async press(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    if (this.hand === 'mouse') return what.click();
    await this.reach(what);
    const choice = await what.evaluate((element) => element instanceof HTMLInputElement && element.type === 'radio');
    await this.page.keyboard.press(choice ? 'Space' : 'Enter');
  }

  /** Tabs until that is focused. */
  async reach(what: Locator): Promise<void> {
    const focused = () => what.evaluate((element) => element === document.activeElement);
    for (let i = 0; i < 120; i++) {
      if (await focused()) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${String(what)}`);
  }

  async fill(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true });
    if (this.hand === 'mouse') return field.fill(text);
    await this.reach(field);
    await this.page.keyboard.type(text);
  }

  /** Makes an account without money. */
  async signUpPoor(): Promise<void> {
    await this.page.goto('/sign-up');
    await this.fill(this.t('name'), this.name);
    await this.fill(this.t('password'), 'a dog in the rain');
    await this.press(this.page.getByRole('button', { name: this.t('sign_up'), exact: true }));
    await expect(this.page).toHaveURL(/\/play$/);
  }

  /** Makes an account and pays test money in. */
  async signUp(): Promise<void> {
    await this.signUpPoor();
    await this.press(this.page.getByRole('link', { name: this.t('nav_account'), exact: true }).first());
    await this.press(this.page.getByRole('main').getByRole('button', { name: this.t('deposit'), exact: true }));
    await this.press(this.page.getByRole('dialog').locator('button[type="submit"]'));
    await expect(this.page.getByRole('table')).toBeVisible();
    await this.press(this.page.getByRole('link', { name: this.t('nav_play'), exact: true }).first());
  }

  private get board(): Locator {
    return this.page.getByRole('grid', { name: this.t('board') });
  }

  private async named(words: string[]): Promise<string[]> {
    return this.board.getByRole('gridcell').evaluateAll((cells, words) =>
      cells
        .filter((cell) => (cell.getAttribute('aria-label') ?? '').split(', ').some((word) => words.some((one) => word.startsWith(one))))
        .map((cell) => (cell as HTMLElement).dataset['square'] ?? ''), words);
  }

  movable(): Promise<string[]> {
    return this.named([this.t('cell_can'), this.t('cell_must')]);
  }

  targets(): Promise<string[]> {
    return this.named([this.t('cell_target')]);
  }

  /** Touches a square: a click, or arrows along the diagonals and Enter. */
  async touch(square: string): Promise<void> {
    const cell = this.board.locator(`[data-square="${square}"]`);
    if (this.hand === 'mouse') return cell.click();
    const at = () => this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['square'] ?? null);
    for (let i = 0; i < 120 && (await at()) === null; i++) await this.page.keyboard.press('Tab');
    const from = await at();
    if (from === null) throw new Error('the keyboard does not reach the board');
    // the upper left square of the board as White looks at it
    const first = await this.board.getByRole('gridcell').first().getAttribute('data-square');
    for (const arrow of way(from, square, first === 'b8' || first === '1' ? 'white' : 'black')) await this.page.keyboard.press(arrow);
    expect(await at()).toBe(square);
    await this.page.keyboard.press('Enter');
  }

  /** Plays some legal move: a piece that may move, then where it may stop, until the move is whole. */
  async playAnything(choice: number): Promise<void> {
    await expect.poll(async () => (await this.movable()).length).toBeGreaterThan(0);
    const pieces = await this.movable();
    await this.touch(pieces[choice % pieces.length] as string);
    await expect.poll(async () => (await this.targets()).length).toBeGreaterThan(0);
    for (let step = 0; step < 12; step++) {
      const targets = await this.targets();
      await this.touch(targets[choice % targets.length] as string);
      if ((await this.named([this.t('cell_chosen')])).length === 0) return;
    }
  }

  /** Opens a seat and confirms its figures. */
  async openSeat(): Promise<void> {
    await this.press(this.page.locator('form button[data-soon="no"]'));
    await this.press(this.page.getByTestId('stake-confirm'));
    await expect(this.page.getByText(this.t('seat_open_title'))).toBeVisible();
  }

  /** Takes the seat of somebody and confirms its figures. */
  async takeSeat(of: Person): Promise<void> {
    await this.press(this.page.getByRole('button', { name: new RegExp(of.name) }));
    await this.press(this.page.getByTestId('stake-confirm'));
    await expect(this.page).toHaveURL(/\/g\//);
  }

  /** Resigns the game that is open. */
  async resign(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: new RegExp(`^${this.t('resign')}`) }));
    await this.press(this.page.getByTestId('resign-ask').getByRole('button', { name: this.t('resign'), exact: true }));
  }

  /** Follows a link or button of the main navigation. */
  async opens(key: Key): Promise<void> {
    await this.press(this.page.getByRole('link', { name: this.t(key), exact: true }).first());
  }

  /** The balance that the header shows. */
  balance(): Promise<string> {
    return this.page.getByTestId('balance').innerText();
  }

  /** The note with those words that is shown at this width. */
  note(key: Key): Locator {
    return this.page.locator('.note').filter({ hasText: this.t(key), visible: true });
  }

  /** That is in sight as a whole: inside the window, and nothing lies over it. */
  async sees(what: Locator): Promise<void> {
    await expect.poll(() => what.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]] as const;
      return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    }), { message: `${String(what)} is in sight` }).toBe(true);
  }

  /** Nothing at all that axe finds wrong. */
  async nothingWrong(where: string): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    expect(violations.map((one) => `${where}: ${one.id} ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
  }

  async nothingSerious(where: string): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
    expect(serious.map((one) => `${where}: ${one.id} ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
  }
}

/** The arrows from one square to another. */
function way(from: string, to: string, below: 'white' | 'black'): Arrow[] {
  const arrows: Arrow[] = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
  const known = new Map<string, Arrow[]>([[from, []]]);
  const queue = [from];
  for (let square = queue.shift(); square !== undefined; square = queue.shift()) {
    if (square === to) return known.get(square) ?? [];
    for (const arrow of arrows) {
      const next = neighbour(square, arrow, below);
      if (next === null || known.has(next)) continue;
      known.set(next, [...(known.get(square) ?? []), arrow]);
      queue.push(next);
    }
  }
  throw new Error(`no way from ${from} to ${to}`);
}

let count = 0;
/** A name that nobody in this run has. */
export function freshName(word: string): string {
  count += 1;
  return `${word}_${process.pid % 10_000}${count}`;
}
