// After the game: going through it by keyboard and slider, the engine's analysis, and what may be taken along; on a phone and on
// a wide screen.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { Person } from './people';
import { en } from '../../web/src/messages/en';
import { es } from '../../web/src/messages/es';
import { enStudy } from '../../web/src/messages/study.en';
import { esStudy } from '../../web/src/messages/study.es';
import { ptStudy } from '../../web/src/messages/study.pt';
import { say, type Key, type Lang, type Table, type Values } from '../../web/src/messages/kinds';
import { pt } from '../../web/src/messages/pt';
import type { AnalysisOf, PositionAnalysis } from '../../web/src/protocol';

const WORDS: Record<Lang, Partial<Table>> = { es: { ...es, ...esStudy }, pt: { ...pt, ...ptStudy }, en: { ...en, ...enStudy } };
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

function word(lang: Lang, key: Key, values?: Values): string {
  return say(WORDS[lang], lang, key, values);
}

/** A short game against the program, resigned. */
async function ended(guest: Person): Promise<Page> {
  await guest.page.goto('/practice');
  await guest.press(guest.page.getByRole('button', { name: guest.t('play_level', { level: guest.t('level_easy') }) }));
  for (let move = 0; move < 3; move++) await guest.playAnything(move * 5 + 1);
  await expect.poll(async () => (await guest.movable()).length).toBeGreaterThan(0);
  await guest.resign();
  await expect(guest.page.getByTestId('study')).toBeVisible();
  return guest.page;
}

const shownPly = (page: Page) => page.getByTestId('study').getAttribute('data-shown');

for (const [lang, size] of [['es', WIDE], ['pt', PHONE], ['en', { width: 800, height: 900 }]] as const) {
  test(`a game that is over is gone through, analysed and taken along in ${lang} at ${size.width}`, async ({ browser }) => {
    const guest = await Person.come(browser, lang, 'mouse', 'guest', size);
    await guest.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    let asked = 0;
    guest.page.on('request', (request) => { if (request.url().endsWith('/api/analysis')) asked += 1; });
    const page = await ended(guest);

    // the keys go through it wherever the focus is
    await expect.poll(() => shownPly(page)).toBe('6');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shownPly(page)).toBe('5');
    await page.keyboard.press('Home');
    await expect(page.getByTestId('study-place')).toHaveText(word(lang, 'study_start'));
    await expect(page.getByTestId('board').getByRole('gridcell', { name: new RegExp(word(lang, 'cell_last')) })).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('board').getByRole('gridcell', { name: new RegExp(word(lang, 'cell_last')) })).toHaveCount(2);
    await page.keyboard.press('End');
    await expect.poll(() => shownPly(page)).toBe('6');

    // who clicks on the board still goes through the game, who tabs to it goes over its squares
    await page.getByTestId('board').locator('[data-square="c3"]').click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shownPly(page)).toBe('5');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => shownPly(page)).toBe('5');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await expect.poll(() => shownPly(page)).toBe('6');

    // the slider says where it stands
    const slider = page.getByRole('slider', { name: word(lang, 'study_slider') });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${word(lang, 'study_ply', { n: 3, side: word(lang, 'white'), move: '' }).trim()}`));

    // one set of steps only is in sight, and it works
    const back = page.getByRole('button', { name: word(lang, 'move_back') }).locator('visible=true');
    await expect(back).toHaveCount(1);
    await back.click();
    await expect.poll(() => shownPly(page)).toBe('4');
    await guest.nothingSerious('after the game');

    // nothing is asked by itself; stopped, it goes on where it was, after a reload too
    expect(asked).toBe(0);
    const analysis = page.getByTestId('analysis');
    await analysis.getByRole('button', { name: word(lang, 'study_begin') }).click();
    await expect.poll(() => asked).toBeGreaterThan(1);
    await analysis.getByRole('button', { name: word(lang, 'study_stop') }).click();
    await expect(analysis).toHaveAttribute('data-stand', 'stopped');
    await page.reload();
    await expect(analysis).toHaveAttribute('data-stand', 'stopped');
    await analysis.getByRole('button', { name: word(lang, 'study_go_on') }).click();
    await expect(analysis).toHaveAttribute('data-stand', 'done', { timeout: 30_000 });
    expect(asked).toBeLessThan(12);
    const graph = page.getByRole('slider', { name: word(lang, 'study_graph') });
    await graph.focus();
    await page.keyboard.press('Home');
    await expect(page.getByTestId('best-line')).toContainText('1. ');
    await graph.click({ position: { x: 8, y: 40 } });
    await expect.poll(() => shownPly(page)).toBe('0');
    const box = await graph.boundingBox();
    await graph.click({ position: { x: (box?.width ?? 0) / 2, y: 40 } });
    await expect.poll(() => shownPly(page)).toBe('3');
    await page.getByText(word(lang, 'study_table'), { exact: true }).first().click();
    await expect(analysis.getByRole('table', { name: word(lang, 'study_table') }).getByRole('row')).toHaveCount(8);
    await guest.nothingSerious('analysed');
    // without motion the colours are changed at once
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await guest.nothingSerious('analysed, dark');
    await page.emulateMedia({ colorScheme: 'light', contrast: 'more' });
    await guest.nothingSerious('analysed, more contrast');
    await page.emulateMedia({ colorScheme: null, contrast: null, reducedMotion: null });

    // what is taken along
    const take = page.getByTestId('take-along');
    await take.getByRole('button', { name: word(lang, 'study_pdn_copy') }).click();
    await expect(take.getByRole('button', { name: word(lang, 'study_copied') })).toBeVisible();
    const pdn = await page.evaluate(() => navigator.clipboard.readText());
    expect(pdn).toContain('[GameType "26,W,8,8,A0,0"]');
    expect(pdn).toMatch(/\n1\. \S+ \S+ 2\. \S+ \S+ 3\. \S+ \S+ \*\n$/);
    await take.getByRole('button', { name: word(lang, 'study_fen') }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^B:W/);
    const [picture] = await Promise.all([page.waitForEvent('download'), take.getByRole('button', { name: word(lang, 'study_picture'), exact: true }).click()]);
    expect(picture.suggestedFilename()).toMatch(/^damas-.*-3\.png$/);
    const png = readFileSync(await picture.path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThan(1000);
    expect(png.length).toBeGreaterThan(20_000);
    const editor = await take.getByRole('link', { name: word(lang, 'study_editor') }).getAttribute('href');
    expect(editor).toMatch(/^\/editor#brazilian:B:W/);

    // on from there, against the program
    const before = page.url();
    await take.getByRole('button', { name: word(lang, 'study_continue', { level: word(lang, 'level_easy') }) }).click();
    await expect(page).not.toHaveURL(before);
    await expect(page).toHaveURL(/\/g\//);
    await expect(page.getByTestId('board')).toBeVisible();
    await page.context().close();
  });
}

/** Answers for a game whose first move throws a win away and whose second is a mistake. */
function staged(asked: AnalysisOf): PositionAnalysis {
  const ply = asked.moves.length;
  const [score, won_by] = ply === 0 ? [29_990, 'white' as const] : ply === 1 ? [0, null] : [90, null];
  return { turn: ply % 2 === 0 ? 'white' : 'black', depth: 9, lines: [{ score, won_by, plies: won_by === null ? null : 9, moves: ['a1-b2'] }, { score: 0, won_by: null, plies: null, moves: ['a1-b2'] }] };
}

test('bad moves are marked with sign, word and what would have been better, and lead to their position', async ({ browser }) => {
  const guest = await Person.come(browser, 'en', 'mouse', 'guest', PHONE);
  await guest.page.route('**/api/analysis', (route) => route.fulfill({ json: staged(route.request().postDataJSON() as AnalysisOf) }));
  const page = await ended(guest);
  await page.getByRole('button', { name: word('en', 'study_begin') }).click();
  const marked = page.getByTestId('marked').getByRole('button');
  await expect(marked).toHaveCount(2);
  await expect(marked.first()).toContainText('??');
  await expect(marked.first()).toContainText(`${word('en', 'study_one_blunder')}: ${word('en', 'study_win_gone')}`);
  await expect(marked.last()).toContainText(word('en', 'study_one_mistake'));
  await marked.first().click();
  await expect.poll(() => shownPly(page)).toBe('1');
  await guest.sees(page.getByTestId('board').getByRole('grid'));
  await expect(page.getByTestId('verdict')).toContainText(`${word('en', 'study_instead')} 1. a1-b2`);
  await expect(page.getByRole('table', { name: word('en', 'study_counts') }).getByRole('row').last()).toContainText('1');
  await page.context().close();
});

test('an engine that is busy is waited for; a position in play is not pressed for', async ({ browser }) => {
  const guest = await Person.come(browser, 'es', 'mouse', 'guest', WIDE);
  let answer: 'one_at_a_time' | 'position_in_play' | null = 'one_at_a_time';
  let asked = 0;
  await guest.page.route('**/api/analysis', (route) => {
    asked += 1;
    const code = answer;
    if (code === null) return route.fulfill({ json: staged(route.request().postDataJSON() as AnalysisOf) });
    return route.fulfill({ status: 409, json: { code, message: code } });
  });
  const page = await ended(guest);
  const analysis = page.getByTestId('analysis');
  await analysis.getByRole('button', { name: word('es', 'study_begin') }).click();
  await expect(analysis.getByText(word('es', 'study_waiting'))).toBeVisible();
  answer = 'position_in_play';
  await expect(analysis.getByRole('alert')).toContainText(word('es', 'study_in_play'));
  const then = asked;
  answer = null;
  await analysis.getByRole('button', { name: word('es', 'study_go_on') }).click();
  await expect(analysis).toHaveAttribute('data-stand', 'done');
  expect(asked).toBe(then + 7);
  await page.context().close();
});
