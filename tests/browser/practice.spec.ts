// Practice: from the first visit to a move in a few taps; with a friend by a link; two on one device.
import { expect, test } from '@playwright/test';
import { Person } from './people';

test('a visitor plays the program at once', async ({ browser }) => {
  const guest = await Person.come(browser, 'es', 'mouse', 'guest');
  await guest.page.goto('/');
  await guest.nothingSerious('welcome');
  await guest.press(guest.page.getByRole('link', { name: guest.t('welcome_level') }));
  await guest.nothingSerious('practice');
  await guest.press(guest.page.getByRole('button', { name: guest.t('play_level', { level: guest.t('level_easy') }) }));
  for (let move = 0; move < 3; move++) await guest.playAnything(move * 5 + 1);
  await expect(guest.page.getByRole('list', { name: guest.t('moves') }).locator('li')).toHaveCount(3);
  // a reload comes back to the same seat
  await guest.page.reload();
  await expect.poll(async () => (await guest.movable()).length).toBeGreaterThan(0);
});

test('two friends play by a link, and a third is told that it is taken', async ({ browser }) => {
  const maker = await Person.come(browser, 'pt', 'mouse', 'maker');
  await maker.page.goto('/practice');
  await maker.press(maker.page.getByRole('button', { name: maker.t('link_make') }));
  const link = await maker.page.getByLabel(maker.t('link_field')).inputValue();
  const friend = await Person.come(browser, 'en', 'mouse', 'friend');
  await friend.page.goto(link);
  await expect(friend.page).toHaveURL(/\/g\//);
  await expect(maker.page).toHaveURL(/\/g\//);
  await maker.playAnything(2);
  await friend.playAnything(4);
  const third = await Person.come(browser, 'en', 'mouse', 'third');
  await third.page.goto(link);
  await expect(third.page.getByText(third.t('code_taken'))).toBeVisible();
});

test('two people play on one device', async ({ browser }) => {
  const two = await Person.come(browser, 'en', 'mouse', 'two');
  await two.page.goto('/practice/local');
  for (let move = 0; move < 4; move++) {
    await two.playAnything(move);
    await two.page.waitForTimeout(0);
  }
  await expect(two.page.getByText(two.t('local_white_turn'))).toBeVisible();
});
