// A small phone: what costs money, and what time costs, is in sight without searching for it.
import { expect, test } from '@playwright/test';
import { freshName, Person } from './people';
import type { Lang } from '../../web/src/messages/kinds';

const SMALL = { width: 360, height: 640 };

for (const lang of ['es', 'pt', 'en'] satisfies Lang[]) {
  test(`a stake, a seat and a game on a small phone in ${lang}`, async ({ browser }) => {
    const ana = await Person.come(browser, lang, 'mouse', freshName('ana'));
    const beto = await Person.come(browser, lang, 'mouse', freshName('beto'), SMALL);
    await ana.signUp();
    await ana.openSeat();
    await beto.signUpPoor();
    const { page } = beto;

    // the seats of others end above the tabs
    const take = page.locator('.seats').getByRole('button', { name: new RegExp(ana.name) });
    await expect(take).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await beto.sees(take);

    // too little money: said beside the button, with the way out
    await take.click();
    const sheet = page.getByRole('dialog');
    await beto.sees(sheet.getByTestId('stake-confirm'));
    await beto.sees(beto.note('stake_short'));
    await beto.nothingSerious('too little money');
    await sheet.getByRole('button', { name: beto.t('deposit'), exact: true }).click();
    await page.getByRole('dialog', { name: beto.t('deposit_title') }).locator('button[type="submit"]').click();
    await expect(sheet.getByText(beto.t('stake_after'))).toBeVisible();
    await beto.sees(sheet.getByTestId('stake-confirm'));
    await sheet.getByRole('button', { name: beto.t('stake_no'), exact: true }).last().click();

    // a seat of one's own: what it will cost, then where it is
    await page.locator('form button[data-soon="no"]').click();
    await expect(sheet.getByText(beto.t('stake_after_open'))).toBeVisible();
    await beto.sees(sheet.getByTestId('stake-confirm'));
    await sheet.getByTestId('stake-confirm').click();
    await beto.sees(page.getByTestId('my-seat'));
    await page.getByTestId('my-seat').getByRole('button').click();

    await beto.takeSeat(ana);
    await beto.playAnything(1);
    await ana.playAnything(2);
    await expect.poll(async () => (await beto.movable()).length).toBeGreaterThan(0);
    const clock = page.getByTestId('seat-white').getByRole('timer');
    const board = page.getByRole('grid', { name: beto.t('board') });
    await beto.sees(clock);
    await ana.page.getByTestId('offer-draw').click();
    await expect(page.getByTestId('draw-offer')).toBeVisible();
    await beto.sees(clock);
    await beto.sees(board.getByRole('gridcell').last());
    await page.getByRole('button', { name: beto.t('offer_decline') }).click();
    await page.getByTestId('offer-draw').click();
    await ana.page.getByRole('button', { name: ana.t('offer_decline') }).click();
    await beto.sees(beto.note('notice_draw_declined'));
    await beto.sees(clock);

    // the end: what is pressed shows what it says
    await page.getByRole('button', { name: new RegExp(`^${beto.t('resign')}`) }).click();
    await beto.sees(clock);
    await page.getByTestId('resign-ask').getByRole('button', { name: beto.t('resign'), exact: true }).click();
    await expect(page.getByTestId('result').getByText(beto.t('end_resignation_you', { move: 1 }))).toBeVisible();
    await page.getByRole('button', { name: beto.t('review') }).click();
    await beto.sees(board);
    await beto.sees(page.getByRole('button', { name: beto.t('move_next') }).locator('visible=true'));
  });
}

test('a game against the program offers it no draw, and its moves can be looked at', async ({ browser }) => {
  const guest = await Person.come(browser, 'es', 'mouse', 'guest', SMALL);
  await guest.page.goto('/practice');
  await guest.press(guest.page.getByRole('button', { name: guest.t('play_level', { level: guest.t('level_easy') }) }));
  await guest.playAnything(1);
  await expect(guest.page.getByTestId('offer-draw')).toHaveCount(0);
  await guest.page.getByTestId('actions').getByRole('button', { name: guest.t('moves') }).click();
  await guest.sees(guest.page.getByRole('dialog').getByRole('list').getByRole('button').first());
});
