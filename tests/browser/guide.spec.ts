// The guide to the rules: opened by its address, stepped by keys, and its boards tried, on a phone and on a desktop, in three languages.
import { expect, test } from '@playwright/test';
import { enGuide } from '../../web/src/messages/guide.en';
import { esGuide } from '../../web/src/messages/guide.es';
import { ptGuide } from '../../web/src/messages/guide.pt';
import { say, type Key, type Lang, type Values } from '../../web/src/messages/kinds';
import { LOCALES, TABLES } from './people';

const WORDS = { es: { ...TABLES.es, ...esGuide }, pt: { ...TABLES.pt, ...ptGuide }, en: { ...TABLES.en, ...enGuide } };
const CASES: [Lang, number][] = [['es', 360], ['pt', 1280], ['en', 360], ['es', 1280]];

for (const [lang, width] of CASES) {
  test(`the guide is read and tried in ${lang} at ${width} px`, async ({ browser }) => {
    const t = (key: Key, values?: Values): string => say(WORDS[lang], LOCALES[lang], key, values);
    const context = await browser.newContext({ locale: LOCALES[lang], viewport: { width, height: 800 } });
    const page = await context.newPage();
    const amiss: string[] = [];
    page.on('pageerror', (error) => amiss.push(String(error)));
    // who is not signed in is told so by a status that the browser logs by itself
    page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('401')) amiss.push(message.text()); });

    // the rule that the address names
    await page.goto('/rules/brazilian#majority');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('guide_title_majority'));
    await expect(page.getByText(t('guide_where', { game: t('variant_brazilian'), n: 4, all: 11 }))).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    // a drawing by keys: its description follows
    const drawing = page.getByTestId('drawing-most');
    const picture = drawing.getByRole('img');
    await expect(picture).toHaveAttribute('aria-label', new RegExp(`e1.*f2.*b4.*d2.*g3`));
    await drawing.getByRole('button', { name: t('guide_step_next') }).focus();
    await page.keyboard.press('Enter');
    await expect(drawing).toHaveAttribute('data-step', '2');
    await expect(picture).toHaveAttribute('aria-label', new RegExp(t('guide_dead', { n: 1, squares: 'd2' })));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(drawing).toHaveAttribute('data-step', '3');
    await page.keyboard.press('ArrowLeft');
    await expect(drawing).toHaveAttribute('data-step', '2');

    // its position: the shorter capture is refused with the reason, the longer one is made
    await drawing.getByRole('button', { name: t('guide_try'), exact: true }).click();
    const square = (name: string) => drawing.locator(`[data-square="${name}"]`);
    const told = drawing.getByTestId('told');
    await square('f2').click();
    await expect(told).toContainText(t('guide_why_most', { n: 2 }));
    await expect(told).toContainText(t('must_capture_with', { squares: 'e1' }));
    await square('e1').focus();
    await page.keyboard.press('Enter');
    await square('a5').focus();
    await page.keyboard.press('Enter');
    await expect(told).toContainText(t('guide_step_takes', { n: 2, at: 'a5', taken: t('draw_and', { a: 'b4', b: 'd2' }) }));
    await expect(square('d2')).toHaveAccessibleName(`d2, ${t('cell_empty')}`);
    await drawing.getByRole('button', { name: t('guide_try_again') }).click();
    await expect(square('d2')).toHaveAccessibleName(new RegExp(t('cell_black_man')));
    await drawing.getByRole('button', { name: t('guide_try_close') }).click();
    await expect(picture).toBeVisible();

    // on to the next rule, and the same rule in another game; the heading takes the focus
    await page.getByRole('link', { name: t('guide_title_removal') }).last().click();
    await expect(page).toHaveURL(/#removal$/);
    await expect(page.getByRole('heading', { level: 1, name: t('guide_title_removal') })).toBeFocused();
    await page.goBack();
    await page.getByRole('navigation', { name: t('variant') }).getByRole('link', { name: t('short_russian') }).click();
    await expect(page).toHaveURL(/\/rules\/russian#majority$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('guide_title_any'));

    // the sets of draw rules with their figures
    await page.goto('/rules/brazilian#draws');
    const sets = page.getByTestId('draw-sets');
    await expect(sets.locator('[data-set]')).toHaveCount(7);
    await expect(sets.locator('[data-set=dream]')).toContainText(t('guide_plies', { n: 50, each: 25 }));
    await expect(sets.locator('[data-set=dream]')).toContainText(t('guide_set_here'));
    await expect(sets.locator('[data-set=online]')).toContainText(t('guide_plies', { n: 20, each: 10 }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(amiss).toEqual([]);
    await context.close();
  });
}
