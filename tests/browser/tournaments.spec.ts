// Tournaments played by bots and watched on the page: a knockout with a tie that only the mini-match decides, and a Swiss with a bye and
// a withdrawal. The books are proved after each.
import { expect, test, type Browser } from '@playwright/test';
import { announce } from './announce';
import { booksAreRight } from './books';
import { Bot, makePlayers, type Planner, type Seat } from './bots';
import { freshName, Person } from './people';
import { origin } from './playwright.config';

const BALANCE = 100_000;

/** A first look at all widths and without anything serious for those who cannot see it. */
async function looks(person: Person, where: string): Promise<void> {
  await person.nothingSerious(where);
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${where}: the page does not scroll sideways`).toBeLessThanOrEqual(0);
}

async function watcher(browser: Browser, lang: 'es' | 'pt' | 'en', viewport?: { width: number; height: number }): Promise<Person> {
  return Person.come(browser, lang, 'mouse', freshName('guest'), viewport);
}

/** The better seed wins; what is said otherwise is done otherwise. */
function planner(order: readonly string[], otherwise: (seat: Seat) => 'win' | 'lose' | 'draw' | 'stay_away' | null = () => null): Planner {
  return (seat) => otherwise(seat) ?? (order.indexOf(seat.me) < order.indexOf(seat.opponent) ? 'win' : 'lose');
}

test('eight play a knockout with a draw that goes to the mini-match, watched on the page', async ({ browser }) => {
  test.setTimeout(420_000);
  const made = await makePlayers(origin, 8, BALANCE);
  const order = made.map((one) => one.name);
  // the first two of each draw both games of their tie; in the mini-match the one with the better place wins
  const drawn = (seat: Seat): boolean => seat.round === 1 && seat.table === 2 && seat.nth <= 2;
  const bots = await Promise.all(made.map((one) => Bot.come(origin, one, planner(order, (seat) => (drawn(seat) ? 'draw' : null)))));
  const tournament = announce({
    name: 'Copa del domingo', format: 'format = "knockout"\nthird_place = true', prizes: [50, 30, 10, 10], contribution: 1_500, fee: 150, checkInAfter: 9, startAfter: 18,
  });

  const guest = await watcher(browser, 'es');
  await guest.page.goto('/tournaments');
  await guest.press(guest.page.getByRole('link', { name: 'Copa del domingo' }));
  const page = guest.page.getByTestId('tournament');
  await expect(page).toHaveAttribute('data-phase', 'registration');
  for (const bot of bots) await bot.enters(tournament);
  await expect(guest.page.getByTestId('standings').getByRole('row')).toHaveCount(9);
  await looks(guest, 'registration');

  await expect(page).toHaveAttribute('data-phase', 'check_in', { timeout: 30_000 });
  for (const bot of bots) expect(await bot.asks(tournament, { is: 'check_in' })).toBeNull();
  await expect(page).toHaveAttribute('data-phase', 'playing', { timeout: 30_000 });
  await expect(guest.page.getByTestId('tie')).toHaveCount(7);
  await looks(guest, 'first round');

  await expect(page).toHaveAttribute('data-round', '2', { timeout: 120_000 });
  // two drawn games, then those of the mini-match stand behind a plus
  await expect(guest.page.locator('[data-testid="tie"][data-round="1"][data-table="2"]')).toContainText('2 + ');
  await looks(guest, 'semifinals');
  await expect(page).toHaveAttribute('data-round', '3', { timeout: 120_000 });
  await expect(page).toHaveAttribute('data-phase', 'paid', { timeout: 120_000 });
  await expect(guest.page.locator('[data-testid="tie"][data-decided="true"]')).toHaveCount(8);
  await looks(guest, 'paid');

  // the pool is what they paid in, and all of it went out by the plan
  const won = bots.map((bot) => bot.balance - (BALANCE - 1_650)).filter((prize) => prize > 0).sort((a, b) => b - a);
  await expect.poll(() => bots.map((bot) => bot.balance - (BALANCE - 1_650)).reduce((sum, prize) => sum + prize, 0)).toBe(12_000);
  expect(won).toEqual([6_000, 3_600, 1_200, 1_200]);
  booksAreRight();
  for (const bot of bots) bot.leave();
  await guest.page.context().close();
});

test('seven play a Swiss with a bye each round and a withdrawal, one of them at the page', async ({ browser }) => {
  test.setTimeout(420_000);
  const made = await makePlayers(origin, 6, BALANCE);
  const order = made.map((one) => one.name);
  const bots = await Promise.all(made.map((one) => Bot.come(origin, one, planner(order, (seat) => (order.includes(seat.opponent) ? null : 'draw')))));
  const tournament = announce({
    name: 'Suizo de la tarde', format: 'format = "swiss"\nrounds = 3', prizes: [3, 2, 1], contribution: 1_000, fee: 100, checkInAfter: 40, startAfter: 60,
  });
  const ana = await Person.come(browser, 'pt', 'keyboard', freshName('ana'), { width: 390, height: 844 });
  await ana.signUp();
  await ana.page.goto(`/t/${tournament}`);
  const page = ana.page.getByTestId('tournament');
  await expect(page).toHaveAttribute('data-phase', 'registration');
  const before = await ana.balance();
  await looks(ana, 'entry');
  await ana.press(ana.page.getByTestId('act-register'));
  await expect(ana.page.getByTestId('entry')).toHaveAttribute('data-entry', 'registered');
  expect(await ana.balance()).not.toBe(before);
  for (const bot of bots) await bot.enters(tournament);

  await expect(page).toHaveAttribute('data-phase', 'check_in', { timeout: 60_000 });
  await ana.press(ana.page.getByTestId('act-check_in'));
  for (const bot of bots) expect(await bot.asks(tournament, { is: 'check_in' })).toBeNull();
  await expect(ana.page.getByTestId('entry')).toHaveAttribute('data-entry', 'checked_in');
  await looks(ana, 'checked in');

  // her games come to her; the one bot that leaves after the first round is paired no more
  let left: string | null = null;
  let last = '';
  const playsNow = (): boolean => /\/g\//.test(ana.page.url()) && ana.page.url() !== last;
  for (let round = 1; round <= 3; round++) {
    const free = page.getByTestId('pairings').and(ana.page.locator(`[data-round="${round}"]`)).getByTestId('bye').filter({ hasText: ana.name });
    await expect.poll(async () => playsNow() || (await free.count()) > 0, { timeout: 90_000 }).toBe(true);
    if (playsNow()) {
      last = ana.page.url();
      for (let move = 0; move < 2; move++) {
        await expect.poll(async () => (await ana.movable()).length).toBeGreaterThan(0);
        await ana.playAnything(move);
      }
      await ana.resign();
      await ana.press(ana.page.getByTestId('result').getByRole('link', { name: ana.t('back_to_tournament') }));
    }
    await expect(page).toHaveAttribute('data-round', String(round));
    // seven are an odd number, the six that stay are not
    await expect(ana.page.getByTestId('pairings').getByTestId('bye')).toHaveCount(round === 1 ? 1 : 0);
    await looks(ana, `round ${round}`);
    if (round === 1) {
      const leaver = bots[5];
      if (leaver !== undefined) {
        expect(await leaver.asks(tournament, { is: 'withdraw' })).toBeNull();
        left = leaver.name;
      }
    }
  }
  await expect(page).toHaveAttribute('data-phase', 'paid', { timeout: 120_000 });
  await expect(ana.page.getByTestId('standings').locator(`[data-player="${left}"]`)).toHaveAttribute('data-state', 'withdrawn');
  await expect(ana.page.getByTestId('standings').getByRole('row')).toHaveCount(8);
  await looks(ana, 'paid');
  booksAreRight();
  for (const bot of bots) bot.leave();
  await ana.page.context().close();
});
