// A move chosen while the other one thinks: by mouse and by keyboard, played once or dropped with a word.
import { expect, test } from '@playwright/test';
import { Person } from './people';

test('a premove is played once when it fits, dropped with a word when it does not, and can be taken back', async ({ browser }) => {
  const maker = await Person.come(browser, 'en', 'mouse', 'maker');
  const sent: string[] = [];
  maker.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => {
    const message = JSON.parse(String(payload)) as { t: string; d: { ply?: number; path?: string } };
    if (message.t === 'move') sent.push(`${message.d.ply} ${message.d.path}`);
  }));
  await maker.page.goto('/practice');
  await maker.press(maker.page.getByRole('button', { name: maker.t('link_make') }));
  const link = await maker.page.getByLabel(maker.t('link_field')).inputValue();
  const friend = await Person.come(browser, 'es', 'keyboard', 'friend');
  await friend.page.goto(link);
  await expect(friend.page).toHaveURL(/\/g\//);
  await expect(maker.page).toHaveURL(/\/g\//);
  const cell = (person: Person, square: string) => person.page.locator(`[data-square="${square}"]`);
  const play = async (person: Person, from: string, to: string): Promise<void> => {
    await expect.poll(() => person.movable()).toContain(from);
    await person.touch(from);
    await person.touch(to);
  };
  const moves = (person: Person) => person.page.locator('.moves .mv');
  const white = (await maker.movable()).length > 0 ? maker : friend;
  const black = white === maker ? friend : maker;

  await play(white, 'c3', 'd4');
  await expect(moves(black)).toHaveCount(1);
  // White thinks ahead, and Black's answer lets it be played by itself
  await white.touch('g3');
  await white.touch('h4');
  await expect(cell(white, 'g3')).toHaveAttribute('aria-label', new RegExp(white.t('cell_pre_from', { square: 'h4' })));
  await expect(white.note('premove_cancel')).toBeVisible();
  await white.nothingSerious('a premove');
  await play(black, 'b6', 'a5');
  await expect(moves(black)).toHaveText(['c3-d4', 'b6-a5', 'g3-h4']);

  // one that cannot be: Black plays, White is told, and has the move
  await expect(moves(white)).toHaveCount(3);
  await white.touch('h2');
  await white.touch('h8');
  await play(black, 'a7', 'b6');
  await expect(white.note('notice_premove_dropped')).toBeVisible();
  await expect(moves(white)).toHaveCount(4);
  await expect.poll(async () => (await white.movable()).length).toBeGreaterThan(0);

  // one that Escape takes back is not played
  await play(white, 'h2', 'g3');
  await expect(moves(black)).toHaveCount(5);
  await white.touch('b2');
  await white.touch('c3');
  await white.page.keyboard.press('Escape');
  await expect(white.note('premove_cancel')).toHaveCount(0);
  await play(black, 'b8', 'a7');
  await expect(moves(white)).toHaveCount(6);
  await expect.poll(async () => (await white.movable()).length).toBeGreaterThan(0);
  if (white === maker) expect(sent).toEqual(['0 c3-d4', '2 g3-h4', '4 h2-g3']);

  // Black thinks ahead too, with the other hand: after a move of his own
  await black.touch('f6');
  await black.touch('g5');
  await expect(cell(black, 'f6')).toHaveAttribute('aria-label', new RegExp(black.t('cell_pre_from', { square: 'g5' })));
  await play(white, 'b2', 'c3');
  await expect(moves(black)).toHaveCount(8);
  await expect(moves(black).last()).toHaveText('f6-g5');
});
