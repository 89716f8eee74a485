// The four games: each has its page, is practised against the program, and is played on its own board.
import { expect, test } from '@playwright/test';
import { freshName, Person, type Hand } from './people';
import type { Key, Lang } from '../../web/src/messages/kinds';

const SQUARES = { brazilian: 32, american: 32, international: 50, russian: 32 } as const;
type Variant = keyof typeof SQUARES;
const CASES: [Variant, Lang, Hand, number][] = [
  ['brazilian', 'es', 'mouse', 1280], ['american', 'pt', 'mouse', 1280], ['american', 'es', 'mouse', 360],
  ['international', 'en', 'keyboard', 1280], ['international', 'es', 'mouse', 360], ['russian', 'pt', 'mouse', 1280],
];

for (const [variant, lang, hand, width] of CASES) {
  test(`${variant} draughts are practised in ${lang} by ${hand} at ${width} px`, async ({ browser }) => {
    const guest = await Person.come(browser, lang, hand, 'guest', { width, height: 800 });
    const { page } = guest;
    await page.goto('/');
    await guest.press(page.getByTestId('games').getByRole('link', { name: guest.t(`variant_${variant}` satisfies Key), exact: true }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(guest.t(`variant_${variant}` satisfies Key));
    await expect(page.getByText(guest.t('fee'), { exact: true })).toBeVisible();
    await guest.nothingSerious(`the page of ${variant}`);
    await guest.press(page.getByRole('link', { name: guest.t('variant_practice') }));
    await expect(page.getByRole('radio', { name: guest.t(`short_${variant}` satisfies Key) })).toBeChecked();
    await guest.press(page.getByRole('button', { name: guest.t('play_level', { level: guest.t('level_easy') }) }));
    const board = page.getByRole('grid', { name: guest.t('board') });
    await expect(board.getByRole('gridcell')).toHaveCount(SQUARES[variant]);
    // who did not choose a side moves first, and his own men lie below
    await expect(page.getByTestId(`seat-${variant === 'american' ? 'black' : 'white'}`)).toHaveAttribute('data-turn', 'true');
    const below = await board.getByRole('gridcell').last().getAttribute('data-square');
    expect(below).toBe({ brazilian: 'g1', american: 'b8', international: '50', russian: 'g1' }[variant]);
    for (let move = 0; move < 2; move++) await guest.playAnything(move * 3 + 1);
    await expect.poll(async () => (await guest.movable()).length).toBeGreaterThan(0);
    await expect(page.getByRole('list', { name: guest.t('moves'), includeHidden: true }).first().locator('li')).toHaveCount(2);
    // the whole board is in the window, and nothing has to be pushed sideways
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await guest.nothingSerious(`a game of ${variant}`);
    // one address has a few practice games at once only
    await guest.press(page.getByRole('button', { name: new RegExp(`^${guest.t('resign')}`) }));
    await guest.press(page.getByTestId('resign-ask').getByRole('button', { name: guest.t('resign'), exact: true }));
    await expect(page.getByTestId('result')).toBeVisible();
    await page.context().close();
  });
}

test('a seat of another game says which, and is played for its own stake', async ({ browser }) => {
  const ana = await Person.come(browser, 'es', 'mouse', freshName('ana'));
  const beto = await Person.come(browser, 'en', 'mouse', freshName('beto'));
  await ana.signUp();
  await beto.signUp();
  await ana.press(ana.page.getByRole('group', { name: ana.t('variant') }).getByText(ana.t('short_international')));
  await ana.openSeat();
  await expect(beto.page.getByRole('row', { name: ana.name })).toContainText(beto.t('short_international'));
  await beto.press(beto.page.getByRole('button', { name: new RegExp(ana.name) }));
  await expect(beto.page.getByRole('dialog')).toContainText(beto.t('variant_international'));
  await expect(beto.page.getByRole('dialog')).toContainText(beto.t('draw_rules_named', { rules: beto.t('rules_international') }));
  await beto.press(beto.page.getByTestId('stake-confirm'));
  await expect(beto.page).toHaveURL(/\/g\//);
  await beto.playAnything(1);
  await ana.playAnything(2);
  await beto.press(beto.page.getByRole('button', { name: new RegExp(`^${beto.t('resign')}`) }));
  await beto.press(beto.page.getByRole('group', { name: beto.t('resign_ask') }).getByRole('button', { name: beto.t('resign'), exact: true }));
  await expect(ana.page.getByRole('region', { name: ana.t('result') }).getByText(ana.t('credited'))).toBeVisible();
  await ana.page.goto('/games');
  await expect(ana.page.getByTestId('history').getByRole('row', { name: beto.name })).toContainText(ana.t('short_international'));
});
