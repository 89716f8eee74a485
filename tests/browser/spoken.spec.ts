// What a screen reader says of a staked game, as text: the accessibility tree when it begins, then every word of the two
// live regions at each move, refusal, offer, low clock and at the end. The texts are kept beside this file, one a language.
import { expect, test, type Page } from '@playwright/test';
import { freshName, Person } from './people';
import type { Lang } from '../../web/src/messages/kinds';

/** Keeps every text that the live regions get, in order. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = target instanceof HTMLElement ? target : target.parentElement;
        const which = region?.dataset['testid'];
        const text = [...addedNodes].map((node) => node.textContent ?? '').join('').trim();
        if ((which === 'said' || which === 'said-now') && text !== '') heard.push(`${region?.getAttribute('aria-live')}: ${text}`);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What was said since the last look. */
async function heard(person: Person): Promise<string[]> {
  return person.page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
}

/** White's clock as the page is told it before its turns: the plies after which little is left. */
const LITTLE: Record<number, number> = { 1: 60_600, 3: 30_600, 5: 10_600 };

for (const lang of ['es', 'pt', 'en'] satisfies Lang[]) {
  test(`what is said of a staked game in ${lang}`, async ({ browser }) => {
    test.setTimeout(300_000);
    const ana = await Person.come(browser, lang, 'mouse', freshName('ana'));
    const beto = await Person.come(browser, lang, 'mouse', freshName('beto'));
    await beto.page.routeWebSocket('**/ws', (route) => {
      route.connectToServer().onMessage((text) => {
        const message = JSON.parse(String(text)) as { t: string; d: { ply?: number; clocks?: { white_ms: number } } };
        const little = message.t === 'moved' ? LITTLE[message.d.ply ?? -1] : undefined;
        if (little !== undefined && message.d.clocks !== undefined) message.d.clocks.white_ms = little;
        route.send(little === undefined ? text : JSON.stringify(message));
      });
    });
    for (const one of [ana, beto]) await listen(one.page);
    await ana.signUp();
    await beto.signUp();
    await ana.openSeat();
    await beto.takeSeat(ana);
    await expect(ana.page).toHaveURL(/\/g\//);
    for (const one of [ana, beto]) await heard(one);

    const written: string[] = [];
    const names = (text: string): string => text.replaceAll(ana.name, 'ana').replaceAll(beto.name, 'beto').replace(/\d:\d\d(:\d\d)?/g, '0:00').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
    const write = (title: string, lines: string[]): void => { written.push(`# ${title}`, ...lines.map(names), ''); };
    /** Waits until both have been told, then writes what each heard. */
    const both = async (title: string, of: [Person, number][]): Promise<void> => {
      const lines: string[] = [];
      for (const [person, count] of of) {
        const own: string[] = [];
        await expect.poll(async () => { own.push(...await heard(person)); return own.length; }, { message: `${title}: ${own.join(' | ')}` }).toBeGreaterThanOrEqual(count);
        // what is said at once comes first, as a reader would have it; the two regions have no order of their own
        own.sort((a, b) => Number(b.startsWith('assertive')) - Number(a.startsWith('assertive')));
        lines.push(...own.map((line) => `${person === ana ? 'ana' : 'beto'} hears ${line}`));
      }
      write(title, lines);
    };
    const play = async (person: Person, ...squares: string[]): Promise<void> => {
      await expect.poll(() => person.movable()).toContain(squares[0]);
      for (const square of squares) await person.touch(square);
    };

    await expect.poll(async () => (await beto.movable()).length).toBeGreaterThan(0);
    write('the page of the mover when the game begins', [await beto.page.getByTestId('game').ariaSnapshot()]);
    await play(beto, 'c3', 'd4');
    await both('beto: c3-d4', [[beto, 1], [ana, 1]]);
    await play(ana, 'b6', 'a5');
    await both('ana: b6-a5, and beto has a minute', [[ana, 1], [beto, 2]]);
    await play(beto, 'd4', 'e5');
    await both('beto: d4-e5', [[beto, 1], [ana, 1]]);
    await expect.poll(() => ana.movable()).toContain('f6');
    await ana.touch('h6');
    await both('ana touches a piece that may not move', [[ana, 1]]);
    await play(ana, 'f6', 'd4');
    await both('ana: f6xd4, and beto has half a minute', [[ana, 1], [beto, 3]]);
    await play(beto, 'e3', 'c5');
    await both('beto: e3xc5', [[beto, 1], [ana, 1]]);
    await play(ana, 'd6', 'b4');
    await both('ana: d6xb4, and beto has ten seconds', [[ana, 1], [beto, 3]]);
    await beto.press(beto.page.getByTestId('offer-draw'));
    await both('beto offers a draw', [[ana, 1]]);
    await ana.press(ana.page.getByTestId('draw-offer').getByRole('button', { name: ana.t('offer_decline'), exact: true }));
    await both('ana declines', [[beto, 1]]);
    write('the board that beto hears', await beto.page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? '')));
    await beto.resign();
    await both('beto resigns', [[beto, 2], [ana, 2]]);
    write('the end as beto hears it', [await beto.page.getByTestId('result').ariaSnapshot()]);
    expect(written.join('\n')).toMatchSnapshot(`${lang}.txt`);
    for (const one of [ana, beto]) await one.page.context().close();
  });
}
