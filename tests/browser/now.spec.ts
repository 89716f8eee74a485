// Two who do not know each other press the same button, and the house puts them at one board.
import { expect, test } from '@playwright/test';
import { booksAreRight } from './books';
import { freshName, Person } from './people';

test('two play now for the same stake are paired by the house, and the one who is alone may stop looking', async ({ browser }) => {
  const ana = await Person.come(browser, 'es', 'mouse', freshName('ana'));
  const beto = await Person.come(browser, 'pt', 'mouse', freshName('beto'), { width: 390, height: 844 });
  for (const one of [ana, beto]) {
    await one.signUp();
  }
  const look = async (one: Person): Promise<void> => {
    await one.press(one.page.locator('form button[data-soon="yes"]'));
    await one.press(one.page.getByTestId('stake-confirm'));
  };
  await look(ana);
  const queued = ana.page.getByTestId('queued');
  await expect(queued).toContainText(ana.t('now_title'));
  await ana.nothingSerious('looking for an opponent');
  await ana.press(queued.getByRole('button', { name: ana.t('now_cancel') }));
  await expect(queued).toHaveCount(0);

  await look(ana);
  await expect(queued).toBeVisible();
  await look(beto);
  for (const one of [ana, beto]) await expect(one.page).toHaveURL(/\/g\//, { timeout: 20_000 });
  booksAreRight();
  for (const one of [ana, beto]) await one.page.context().close();
});
