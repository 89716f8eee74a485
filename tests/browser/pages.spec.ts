// Every page, in light, dark and more contrast, narrow and wide: axe finds nothing wrong, and no page scrolls sideways.
import { expect, test, type Browser } from '@playwright/test';
import type { Lang } from '../../web/src/messages/kinds';
import { announce } from './announce';
import { freshName, Person } from './people';

type Look = { name: string; colorScheme: 'light' | 'dark'; contrast: 'no-preference' | 'more'; viewport: { width: number; height: number } };
const LOOKS: readonly Look[] = [
  { name: 'light, narrow', colorScheme: 'light', contrast: 'no-preference', viewport: { width: 360, height: 740 } },
  { name: 'dark, wide', colorScheme: 'dark', contrast: 'no-preference', viewport: { width: 1440, height: 900 } },
  { name: 'more contrast, narrow', colorScheme: 'light', contrast: 'more', viewport: { width: 360, height: 740 } },
  { name: 'more contrast in the dark, wide', colorScheme: 'dark', contrast: 'more', viewport: { width: 1440, height: 900 } },
];
const OPEN = ['/', '/sign-in', '/sign-up', '/play', '/play/brazilian', '/play/international', '/practice', '/practice/local', '/p#none', '/rules/brazilian', '/rules/russian',
  '/editor', '/puzzles', '/ratings', '/tournaments', '/ladder', '/nothing-here'];
const OWN = ['/play', '/games', '/account', '/rivals', '/rivals/new', '/notices'];

async function comeAs(browser: Browser, look: Look, lang: Lang): Promise<Person> {
  const person = await Person.come(browser, lang, 'mouse', freshName('eva'), look.viewport);
  await person.page.emulateMedia({ colorScheme: look.colorScheme, contrast: look.contrast, reducedMotion: 'reduce' });
  return person;
}

async function look(person: Person, where: string): Promise<void> {
  await expect(person.page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(person.page.getByText(person.t('loading'), { exact: true })).toHaveCount(0);
  await person.nothingWrong(where);
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const [i, one] of LOOKS.entries()) {
  const lang = (['es', 'pt', 'en', 'es'] as const)[i] ?? 'es';
  test(`every page in ${one.name} (${lang})`, async ({ browser }) => {
    const person = await comeAs(browser, one, lang);
    for (const path of OPEN) {
      await person.page.goto(path);
      await look(person, path);
    }
    await person.signUp();
    for (const path of OWN) {
      await person.page.goto(path);
      await look(person, path);
    }
    await person.page.goto(`/players/${person.name}`);
    await look(person, 'a player');
    await person.page.goto(`/t/${announce({ name: 'Copa', format: 'format = "swiss"\nrounds = 3', prizes: [3, 2, 1], contribution: 1_000, fee: 100, checkInAfter: 600, startAfter: 900 })}`);
    await look(person, 'a tournament');

    // a game of practice, from its first move to its end, and what lies over a page
    await person.page.goto('/practice');
    await person.page.getByRole('button', { name: person.t('play_level', { level: person.t('level_easy') }) }).click();
    await expect(person.page.getByTestId('game')).toBeVisible();
    await look(person, 'a game');
    await person.playAnything(0);
    await expect(person.page.getByTestId('board')).toHaveAttribute('data-ply', /:2:/);
    await look(person, 'a game after a move');
    await person.resign();
    await expect(person.page.getByTestId('game')).toHaveClass(/over/);
    await look(person, 'a game that is over');
    await person.page.goto('/play');
    await person.page.locator('form button[data-soon="no"]').click();
    await look(person, 'the figures before a stake');
  });
}
