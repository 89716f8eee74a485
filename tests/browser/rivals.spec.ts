// A Rivals match between two people at two browsers: challenge, answer, check-in at its hour, two games, payout, and the books after it.
import { expect, test } from '@playwright/test';
import { booksAreRight } from './books';
import { freshName, Person } from './people';

const MINUTE = 60_000;

/** What a field of local time takes, a few minutes from now: the first whole minute that may be chosen, and one more. */
function soon(): string {
  const at = new Date(Math.floor((Date.now() + 2 * MINUTE) / MINUTE) * MINUTE + MINUTE);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** The minor units of an amount as it is shown. */
function minor(text: string): number {
  return Number(text.replace(/[^0-9]/g, ''));
}

test('a match of two games is agreed, checked in to, played and paid to the cent', async ({ browser }) => {
  test.setTimeout(480_000);
  const ana = await Person.come(browser, 'es', 'mouse', freshName('ana'));
  const beto = await Person.come(browser, 'en', 'mouse', freshName('beto'), { width: 390, height: 844 });
  await ana.signUp();
  await beto.signUp();
  const before = minor(await ana.balance());

  // the challenge: every figure before it is sent, and nothing is held
  await ana.opens('nav_rivals');
  await ana.press(ana.page.getByRole('link', { name: ana.t('challenge_new') }));
  await ana.fill(ana.t('challenge_name'), beto.name);
  await ana.page.getByText(ana.t('start_at'), { exact: true }).click();
  await ana.page.getByLabel(ana.t('start_instant')).fill(soon());
  await expect(ana.page.getByText(ana.t('prize'), { exact: true })).toBeVisible();
  await ana.nothingSerious('challenge');
  await ana.press(ana.page.getByTestId('challenge-send'));
  await expect(ana.page).toHaveURL(/\/m\//);
  await expect(ana.page.getByTestId('match')).toHaveAttribute('data-state', 'proposed');
  expect(minor(await ana.balance())).toBe(before);

  // he hears of it where he is, proposes another stake, and she accepts that
  await expect(beto.page.getByText(beto.t('match_wants_answer', { name: ana.name }))).toBeVisible();
  await beto.press(beto.page.getByRole('link', { name: beto.t('match_open') }));
  await beto.nothingSerious('offer');
  await beto.press(beto.page.getByTestId('match-counter'));
  const sheet = beto.page.getByRole('dialog');
  await sheet.getByText('R$5.00', { exact: true }).first().click();
  await beto.nothingSerious('counter-offer');
  await beto.press(sheet.getByRole('button', { name: beto.t('counter_send') }));
  await expect(ana.page.getByTestId('match')).toHaveAttribute('data-state', 'countered');
  await expect(ana.page.getByTestId('match-money')).toContainText('9,50');
  await ana.press(ana.page.getByTestId('match-accept'));
  for (const person of [ana, beto]) await expect(person.page.getByTestId('match')).toHaveAttribute('data-state', /scheduled|check_in/);
  await expect.poll(async () => minor(await ana.balance())).toBe(before - 500);

  // the hour comes
  for (const person of [ana, beto]) {
    await person.press(person.page.getByTestId('act-check_in'));
    await person.nothingSerious('check-in');
  }
  for (const person of [ana, beto]) await expect(person.page).toHaveURL(/\/g\//, { timeout: 4 * MINUTE });

  // at their first meeting the challenged player has White; he resigns, and both go back to the match
  await beto.playAnything(1);
  await ana.playAnything(2);
  await expect.poll(async () => (await beto.movable()).length).toBeGreaterThan(0);
  await beto.resign();
  for (const person of [ana, beto]) {
    await person.press(person.page.getByTestId('result').getByRole('link', { name: person.t('back_to_match') }));
    await expect(person.page.getByTestId('match')).toHaveAttribute('data-state', 'break');
    await person.nothingSerious('break');
  }
  await expect(ana.page.getByTestId('match-score')).toContainText('2');
  for (const person of [beto, ana]) await person.press(person.page.getByTestId('act-ready'));

  // colours alternate; the second game is drawn
  for (const person of [ana, beto]) await expect(person.page).toHaveURL(/\/g\//);
  await ana.playAnything(1);
  await beto.playAnything(2);
  await expect.poll(async () => (await ana.movable()).length).toBeGreaterThan(0);
  await ana.press(ana.page.getByTestId('offer-draw'));
  await beto.press(beto.page.getByRole('button', { name: beto.t('offer_accept') }));
  for (const person of [ana, beto]) {
    await person.press(person.page.getByTestId('result').getByRole('link', { name: person.t('back_to_match') }));
    await expect(person.page.getByTestId('match')).toHaveAttribute('data-state', 'settled');
    await person.nothingSerious('settled');
  }
  await expect(ana.page.getByText(ana.t('match_won'))).toBeVisible();
  await expect(beto.page.getByText(beto.t('match_lost'))).toBeVisible();
  await expect(ana.page.getByTestId('match-money')).toContainText('9,50');
  await expect.poll(async () => minor(await ana.balance())).toBe(before + 450);
  await expect.poll(async () => minor(await beto.balance())).toBe(before - 500);

  // a rematch is confirmed anew by both, and can still be cancelled
  await ana.press(ana.page.getByTestId('ask-offer_rematch'));
  await ana.press(ana.page.getByTestId('act-offer_rematch'));
  await beto.press(beto.page.getByTestId('ask-accept_rematch'));
  await beto.press(beto.page.getByTestId('act-accept_rematch'));
  await beto.press(beto.page.getByRole('link', { name: beto.t('act_to_rematch') }));
  await beto.press(beto.page.getByTestId('ask-cancel'));
  await beto.press(beto.page.getByTestId('act-cancel_alone'));
  await expect(beto.page.getByTestId('match')).toHaveAttribute('data-state', 'cancelled');
  await expect.poll(async () => minor(await ana.balance())).toBe(before + 450);
  booksAreRight();
  await ana.page.context().close();
  await beto.page.context().close();
});

test('a match is challenged, played and paid by keyboard alone', async ({ browser }) => {
  const ana = await Person.come(browser, 'pt', 'keyboard', freshName('ana'));
  const beto = await Person.come(browser, 'es', 'keyboard', freshName('beto'));
  for (const person of [ana, beto]) await person.signUp();
  await ana.opens('nav_rivals');
  await ana.press(ana.page.getByRole('link', { name: ana.t('challenge_new') }));
  await ana.fill(ana.t('challenge_name'), beto.name);
  await ana.press(ana.page.getByTestId('challenge-send'));
  await expect(ana.page).toHaveURL(/\/m\//);
  await beto.press(beto.page.getByRole('link', { name: beto.t('match_open') }));
  await beto.press(beto.page.getByTestId('match-accept'));
  for (const person of [ana, beto]) await person.press(person.page.getByTestId('act-check_in'));
  // whoever has lost the first game has lost the match, or plays on to the last
  for (let game = 0; game < 5; game++) {
    for (const person of [ana, beto]) await expect(person.page).toHaveURL(/\/g\//);
    await expect.poll(async () => (await ana.movable()).length + (await beto.movable()).length).toBeGreaterThan(0);
    const first = (await ana.movable()).length > 0 ? ana : beto;
    const second = first === ana ? beto : ana;
    await first.playAnything(1);
    await second.playAnything(1);
    await expect.poll(async () => (await first.movable()).length).toBeGreaterThan(0);
    await beto.resign();
    for (const person of [ana, beto]) await person.press(person.page.getByTestId('result').getByRole('link', { name: person.t('back_to_match') }));
    const match = ana.page.getByTestId('match');
    await expect(match).toHaveAttribute('data-state', /break|decided|settled|closed/);
    if (!/break/.test((await match.getAttribute('data-state')) ?? '')) break;
    for (const person of [beto, ana]) await person.press(person.page.getByTestId('act-ready'));
  }
  await expect(ana.page.getByTestId('match')).toHaveAttribute('data-state', /settled|closed/, { timeout: 60_000 });
  await expect(ana.page.getByTestId('match-score')).toBeVisible();
});
