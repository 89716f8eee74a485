// A line that breaks in a game for a stake: the page says so in time, and never shows a clock that flatters.
import { expect, test, type WebSocketRoute } from '@playwright/test';
import { freshName, Person } from './people';

/** What a side's clock shows, in seconds. */
async function shown(person: Person, side: 'white' | 'black'): Promise<number> {
  const text = (await person.page.getByTestId(`seat-${side}`).getByRole('timer').textContent()) ?? '';
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

test('c3_a_mover_without_a_line_sees_his_true_clock_run_until_his_move_has_arrived', async ({ browser }) => {
  const ana = await Person.come(browser, 'es', 'mouse', freshName('ana'));
  const beto = await Person.come(browser, 'en', 'mouse', freshName('beto'));
  await ana.signUp();
  await beto.signUp();
  await ana.openSeat();
  await beto.takeSeat(ana);
  for (let ply = 0; ply < 4; ply++) await (ply % 2 === 0 ? beto : ana).playAnything(ply * 7 + 3);
  await expect.poll(async () => (await beto.movable()).length).toBeGreaterThan(0);

  const begun = await shown(beto, 'white');
  await beto.page.context().setOffline(true);
  await expect(beto.page.getByTestId('connection').first()).not.toHaveAttribute('data-link', 'open', { timeout: 3_000 });
  await expect(beto.note('link_lost_turn')).toBeVisible();
  await beto.playAnything(2);
  await expect(beto.note('link_lost_pending')).toBeVisible();
  for (let look = 0; look < 6; look++) {
    await beto.page.waitForTimeout(1_000);
    const [his, hers] = [await shown(beto, 'white'), await shown(ana, 'white')];
    expect(Math.abs(his - hers), `${his} s here, ${hers} s at the other page`).toBeLessThanOrEqual(1);
    expect(his).toBeLessThanOrEqual(begun);
  }
  expect(await shown(beto, 'white')).toBeLessThan(begun - 4);
  expect(await ana.movable()).toEqual([]);

  await beto.page.context().setOffline(false);
  await expect.poll(async () => (await ana.movable()).length).toBeGreaterThan(0);
  await expect(beto.page.getByTestId('connection').first()).toHaveAttribute('data-link', 'open');
  await expect(beto.page.getByTestId('seat-black')).toHaveAttribute('data-turn', 'true');
});

test('c3_a_line_that_is_dead_without_a_word_is_found_out_and_replaced', async ({ browser }) => {
  const guest = await Person.come(browser, 'pt', 'mouse', 'guest');
  const lines: { route: WebSocketRoute; dead: boolean }[] = [];
  await guest.page.routeWebSocket('**/ws', (route) => {
    const line = { route, dead: false };
    lines.push(line);
    const server = route.connectToServer();
    route.onMessage((message) => { if (!line.dead) server.send(message); });
    server.onMessage((message) => { if (!line.dead) route.send(message); });
  });
  await guest.page.goto('/practice');
  const link = guest.page.getByTestId('connection').first();
  await expect(link).toHaveAttribute('data-link', 'open');
  // an idle page is left alone
  await guest.page.waitForTimeout(11_000);
  expect(lines).toHaveLength(1);
  for (const line of lines) line.dead = true;
  await expect(link).not.toHaveAttribute('data-link', 'open', { timeout: 10_000 });
  await expect(link).toHaveAttribute('data-link', 'open');
  expect(lines).toHaveLength(2);
});
