// Practice with help: hints and moves taken back, a friend by a link with its code, the position editor, the puzzles.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { enTrainer } from '../../web/src/messages/trainer.en';
import { esTrainer } from '../../web/src/messages/trainer.es';
import { ptTrainer } from '../../web/src/messages/trainer.pt';
import type { Lang } from '../../web/src/messages/kinds';
import type { Puzzle } from '../../web/src/trainer/solving';
import { freshName, Person, TABLES } from './people';

const WORDS = { es: esTrainer, pt: ptTrainer, en: enTrainer };
for (const lang of Object.keys(WORDS) as Lang[]) Object.assign(TABLES[lang], WORDS[lang]);

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
const puzzles = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../web/src/trainer/puzzles/brazilian.json'), 'utf8')) as Puzzle[];
/** One of several moves that begins without a capture, so that each of its moves can be touched square by square. */
const puzzle = puzzles.find((one) => one.steps.length === 2 && one.steps.every((step) => !step.plays.includes('x'))) as Puzzle;
const square = (person: Person, name: string) => person.page.getByRole('grid', { name: person.t('board') }).locator(`[data-square="${name}"]`);
const fenOf = (person: Person) => person.page.getByTestId('editor').getAttribute('data-fen');
const plays = async (person: Person, path: string) => { for (const one of path.split(/[-x]/)) await person.touch(one); };

for (const [where, viewport] of [['a phone', PHONE], ['a desk', DESK]] as const) {
  test(`on ${where} the first practice move is two taps away`, async ({ browser }) => {
    const guest = await Person.come(browser, 'es', 'mouse', 'guest', viewport);
    await guest.page.goto('/');
    const start = guest.page.getByRole('link', { name: guest.t('welcome_practice') });
    await guest.sees(start);
    await start.click();
    // the second tap: a piece is carried to its square
    await expect.poll(async () => (await guest.movable()).length).toBeGreaterThan(0);
    await guest.playAnything(1);
    await expect(guest.page.getByTestId('game')).toHaveAttribute('data-version', /[1-9]/);
    // an address has only so many practice games at once
    await guest.resign();
  });

  test(`on ${where} the program gives a hint and a move is taken back`, async ({ browser }) => {
    const guest = await Person.come(browser, 'en', 'mouse', 'guest', viewport);
    await guest.page.goto('/practice');
    await guest.press(guest.page.getByRole('button', { name: guest.t('play_level', { level: guest.t('level_easy') }) }));
    await expect(guest.page.getByTestId('take-back')).toHaveAttribute('aria-disabled', 'true');
    await guest.press(guest.page.getByTestId('hint'));
    await expect(guest.page.getByTestId('hint-drawn')).toBeAttached();
    await expect(guest.page.getByTestId('said')).toContainText(/[a-h][1-8]/);
    const named = guest.page.getByRole('gridcell', { name: guest.t('cell_hint') });
    await expect(named).toHaveCount(2);
    await guest.nothingSerious('hint');
    await guest.playAnything(1);
    await expect.poll(async () => (await guest.movable()).length, { message: 'the program has answered' }).toBeGreaterThan(0);
    await expect(guest.page.getByTestId('hint-drawn')).toHaveCount(0);
    await guest.press(guest.page.getByTestId('take-back'));
    await expect(guest.page.getByTestId('board')).toHaveAttribute('data-ply', /:0::/);
    await expect(guest.page.getByTestId('said')).toContainText(guest.t('take_back_done'));
    await guest.resign();
  });

  test(`on ${where} a friend comes by a link that is shown as a code too`, async ({ browser }) => {
    const maker = await Person.come(browser, 'pt', 'mouse', 'maker', viewport);
    await maker.page.goto('/practice');
    await maker.press(maker.page.getByRole('button', { name: maker.t('link_make') }));
    await expect(maker.page.getByRole('img', { name: maker.t('qr_label') })).toBeVisible();
    await maker.nothingSerious('link');
    const link = await maker.page.getByLabel(maker.t('link_field'), { exact: true }).inputValue();
    const friend = await Person.come(browser, 'es', 'mouse', 'friend', viewport);
    await friend.page.goto(link);
    await expect(maker.page).toHaveURL(/\/g\//);
    await maker.playAnything(2);
    await friend.playAnything(3);
    // help is for practice against the program alone
    await expect(maker.page.getByTestId('hint')).toHaveCount(0);
    await maker.resign();
  });

  test(`on ${where} a position is set up, told and played`, async ({ browser }) => {
    const guest = await Person.come(browser, 'es', 'mouse', 'guest', viewport);
    await guest.page.goto('/editor#brazilian:W:Wc3,Kf6:Bb8');
    await expect(guest.page.getByTestId('setup-status')).toContainText(guest.t('setup_moves_white', { n: 10 }));
    await guest.page.locator('[data-tool="black_king"]').click();
    await square(guest, 'h2').click();
    await expect.poll(() => fenOf(guest)).toBe('W:Wc3,Kf6:Bb8,Kh2');
    await guest.page.locator('[data-tool="hand"]').click();
    await square(guest, 'c3').click();
    await square(guest, 'd4').click();
    await expect(guest.page).toHaveURL(/#brazilian:W:Wd4,Kf6:Bb8,Kh2$/);
    // dragged off the board it is gone, and a piece of the tray can be dragged on to it
    await square(guest, 'h2').hover();
    await guest.page.mouse.down();
    const box = await guest.page.getByTestId('setup-board').boundingBox();
    await guest.page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + (box?.height ?? 0) + 40, { steps: 6 });
    await guest.page.mouse.up();
    await expect.poll(() => fenOf(guest)).toBe('W:Wd4,Kf6:Bb8');
    await guest.page.locator('[data-tool="black_man"]').hover();
    await guest.page.mouse.down();
    const to = await square(guest, 'c7').boundingBox();
    await guest.page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 20, { steps: 6 });
    await guest.page.mouse.up();
    await expect.poll(() => fenOf(guest)).toBe('W:Wd4,Kf6:Bb8,c7');
    // what is wrong is told in words
    await guest.page.locator('[data-tool="white_man"]').click();
    await square(guest, 'h8').click();
    await expect(guest.page.getByTestId('setup-status')).toContainText('h8');
    await expect(guest.page.getByRole('button', { name: guest.t('setup_play_bot') })).toHaveAttribute('aria-disabled', 'true');
    await guest.nothingSerious('editor');
    const field = guest.page.getByLabel(guest.t('setup_fen'));
    await field.fill('W:Wc3,z9:Bb8');
    await field.press('Enter');
    await expect(guest.page.getByRole('alert')).toContainText('z9');
    await field.fill('B:W22,K14:B1:H0:F1');
    await field.press('Enter');
    await expect.poll(() => fenOf(guest)).toBe('B:Wc3,Kc5:Bb8');
    // the address brings it back
    await guest.page.reload();
    await expect.poll(() => fenOf(guest)).toBe('B:Wc3,Kc5:Bb8');
    await guest.press(guest.page.getByTestId('best-lines').getByRole('button', { name: guest.t('lines_ask') }));
    await expect(guest.page.getByTestId('hint-drawn')).toBeAttached();
    await guest.press(guest.page.getByRole('button', { name: guest.t('setup_play_bot') }));
    await expect(guest.page).toHaveURL(/\/g\//);
    await expect(square(guest, 'c5')).toHaveAccessibleName(new RegExp(guest.t('cell_white_king')));
    await guest.resign();
  });

  test(`on ${where} a puzzle is tried, answered, solved and kept`, async ({ browser }) => {
    const guest = await Person.come(browser, 'en', 'mouse', 'guest', viewport);
    await guest.page.goto('/puzzles');
    await expect(guest.page.getByTestId('puzzles').getByRole('listitem')).toHaveCount(puzzles.length);
    await guest.nothingSerious('puzzles');
    await guest.page.goto(`/puzzles/${puzzle.id}`);
    const [first, second] = puzzle.steps as [Puzzle['steps'][number], Puzzle['steps'][number]];
    const wrong = first.legal.find((move) => move.paths[0] !== first.plays && move.captured.length === 0)?.paths[0] as string;
    const says = guest.page.getByTestId('puzzle-says');
    await plays(guest, wrong);
    await expect(says).toContainText(wrong);
    await expect(says).toContainText(guest.t('puzzle_again'));
    await guest.press(guest.page.getByTestId('puzzle-hint'));
    await expect(guest.page.getByTestId('hint-drawn')).toBeAttached();
    await plays(guest, first.plays);
    await expect(says).toContainText(guest.t('puzzle_answered', { move: first.reply?.path ?? '' }));
    await guest.nothingSerious('puzzle');
    await plays(guest, second.plays);
    await expect(says).toContainText(guest.t('puzzle_solved'));
    await guest.press(guest.page.getByRole('link', { name: guest.t('puzzles_all') }));
    const number = puzzles.indexOf(puzzle) + 1;
    await expect(guest.page.getByRole('link', { name: guest.t('puzzle_number_solved', { n: number }) })).toBeVisible();
  });
}

test('a puzzle is solved by the keyboard alone, or its solution is shown move by move', async ({ browser }) => {
  const guest = await Person.come(browser, 'pt', 'keyboard', 'guest');
  await guest.page.goto(`/puzzles/${puzzle.id}`);
  await plays(guest, puzzle.steps[0]?.plays ?? '');
  await expect(guest.page.getByTestId('said')).toContainText(guest.t('puzzle_answered', { move: puzzle.steps[0]?.reply?.path ?? '' }));
  await guest.press(guest.page.getByTestId('puzzle-show'));
  await expect(guest.page.getByTestId('puzzle-says')).toContainText(guest.t('puzzle_shown'));
  await expect(guest.page.getByRole('link', { name: guest.t('puzzle_next') })).toBeFocused();
  await guest.page.keyboard.press('Enter');
  await expect(guest.page).not.toHaveURL(new RegExp(puzzle.id));
});

test('a position is set up and a hint asked for by the keyboard alone', async ({ browser }) => {
  const guest = await Person.come(browser, 'en', 'keyboard', 'guest');
  await guest.page.goto('/editor#brazilian:W:Wc3:Bb8');
  await guest.touch('c3');
  await guest.touch('b4');
  await expect.poll(() => fenOf(guest)).toBe('W:Wb4:Bb8');
  await guest.page.keyboard.press('Delete');
  await expect.poll(() => fenOf(guest)).toBe('W:W:Bb8');
  await guest.page.goto('/practice');
  await guest.press(guest.page.getByRole('button', { name: guest.t('play_level', { level: guest.t('level_easy') }) }));
  await expect.poll(async () => (await guest.movable()).length).toBeGreaterThan(0);
  await square(guest, 'c3').focus();
  await guest.page.keyboard.press('h');
  await expect(guest.page.getByTestId('hint-drawn')).toBeAttached();
});

test('two on one device agree to a draw and look at the position', async ({ browser }) => {
  const two = await Person.come(browser, 'es', 'mouse', 'two', PHONE);
  await two.page.goto('/practice/local#brazilian:W:Wc3,Ka1:Bb8,h8');
  await two.playAnything(1);
  await two.press(two.page.getByRole('button', { name: two.t('local_draw'), exact: true }));
  await two.press(two.page.getByRole('button', { name: two.t('local_draw_yes') }));
  await expect(two.page.getByRole('heading', { name: two.t('drawn') })).toBeVisible();
  await two.press(two.page.getByRole('link', { name: two.t('local_analyse') }));
  await expect.poll(() => fenOf(two)).toMatch(/^B:W/);
});

test('the position of a staked game gets no help from the editor while it is played', async ({ browser }) => {
  const ana = await Person.come(browser, 'es', 'mouse', freshName('ana'));
  const beto = await Person.come(browser, 'en', 'mouse', freshName('beto'));
  await ana.signUp();
  await beto.signUp();
  await ana.openSeat();
  await beto.takeSeat(ana);
  await expect(ana.page).toHaveURL(/\/g\//);
  // the first ten plies are nobody's: everybody knows such positions
  for (let move = 0; move < 11; move++) {
    const mover = move % 2 === 0 ? ana : beto;
    const other = mover === ana ? beto : ana;
    if ((await mover.movable()).length > 0) await mover.playAnything(move + 1);
    else await other.playAnything(move + 1);
    await expect(ana.page.getByTestId('board')).toHaveAttribute('data-ply', new RegExp(`:${move + 1}::$`));
    await expect(beto.page.getByTestId('board')).toHaveAttribute('data-ply', new RegExp(`:${move + 1}::$`));
  }
  const pieces = await ana.page.getByRole('grid', { name: ana.t('board') }).getByRole('gridcell').evaluateAll((cells) =>
    cells.map((cell) => [(cell as HTMLElement).dataset['square'] ?? '', cell.getAttribute('aria-label') ?? ''] as const));
  const of = (side: string) => pieces.filter(([, name]) => name.includes(`, peón ${side}`)).map(([square]) => square).join(',');
  const helper = await Person.come(browser, 'en', 'mouse', 'helper');
  for (const turn of ['W', 'B']) {
    await helper.page.goto(`/editor#brazilian:${turn}:W${of('blanco')}:B${of('negro')}`);
    await helper.page.reload();
    await expect(helper.page.getByTestId('setup-status')).toHaveAttribute('data-verdict', 'good');
    await helper.press(helper.page.getByTestId('best-lines').getByRole('button', { name: helper.t('lines_ask') }));
    await expect(helper.page.getByTestId('best-lines').getByText(helper.t('code_position_in_play')).or(helper.page.getByTestId('best-lines').locator('.lines'))).toBeVisible();
    if (await helper.page.getByTestId('best-lines').locator('.lines').count() > 0) continue;
    await helper.press(helper.page.getByRole('button', { name: helper.t('setup_play_bot') }));
    await expect(helper.page.getByTestId('play-from').getByText(helper.t('code_position_in_play'))).toBeVisible();
    await expect(helper.page).toHaveURL(/\/editor/);
    await ana.resign();
    return;
  }
  throw new Error('the position was analysed with either side to move');
});
