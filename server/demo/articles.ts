import type { NewArticle } from '../care/articles.ts';
import { demoFacilities } from './facilities.ts';
import { pdfForm } from './pdf.ts';

export interface DemoArticle extends NewArticle {
  /** Days since `patient` was given it. */
  readonly daysAgo: number;
  readonly state: 'new' | 'read' | 'archived';
}

const treatment = { category: 'Treatment and side effects', categorySortOrder: 10 } as const;
const living = { category: 'Living well', categorySortOrder: 20 } as const;
const after = { category: 'After treatment', categorySortOrder: 30 } as const;
const practical = { category: 'Practical help', categorySortOrder: 40 } as const;

const html = (
  title: string,
  where: { readonly category: string; readonly categorySortOrder: number },
  daysAgo: number,
  state: DemoArticle['state'],
  body: string,
  language: NewArticle['language'] = 'en',
): DemoArticle => ({
  title,
  ...where,
  language,
  fileType: 'html',
  content: Buffer.from(body),
  daysAgo,
  state,
});

/** Written for the demo; general advice, of no use in place of a doctor's. */
export const northlightArticles: readonly DemoArticle[] = [
  html(
    'Getting ready for your visit',
    practical,
    1,
    'new',
    '<p>A little preparation makes a visit easier for you and for us.</p><h2>Before you leave home</h2><ul><li>Write down your three most important questions.</li><li>Pack your medicines, or a list of them.</li><li>Bring a friend who can listen with you.</li></ul><h2>When you arrive</h2><p>Tell the front desk your name. You may fill in your questionnaires on the tablet in the waiting room.</p>',
  ),
  html(
    'Tiredness that does not go away',
    treatment,
    1,
    'new',
    '<p>Many people feel tired long after their treatment has ended. It is real, and it can get better.</p><h2>What helps</h2><ol><li>Move a little every day, even when you do not feel like it.</li><li>Plan rests of less than half an hour.</li><li>Do the important things when you have most strength.</li></ol><blockquote><p>Call us if you are too tired to get up, or if it came on suddenly.</p></blockquote>',
  ),
  html(
    'Eating well when nothing tastes right',
    living,
    8,
    'new',
    '<p>Food may taste of metal, or of nothing. Taste comes back slowly.</p><table><caption>What to try</caption><thead><tr><th scope="col">If it tastes</th><th scope="col">Try</th></tr></thead><tbody><tr><td>of metal</td><td>wooden or plastic cutlery, lemon, mint</td></tr><tr><td>too sweet</td><td>a pinch of salt, sour fruit</td></tr><tr><td>of nothing</td><td>herbs, mustard, warm spices</td></tr></tbody></table>',
  ),
  html(
    'Gentle exercise for stiff shoulders',
    living,
    8,
    'read',
    '<p>Do these twice a day, slowly, and stop if it hurts.</p><ol><li>Roll both shoulders back ten times.</li><li>Walk your fingers up a wall as far as is comfortable. Hold for a slow breath.</li><li>Clasp your hands behind your back and lift them a little.</li></ol>',
  ),
  html(
    'Sleeping better',
    living,
    45,
    'read',
    '<p>Good nights begin in the morning: get up at the same time each day, and see daylight early.</p><p>If worries keep you awake, write them down and leave the paper in another room.</p>',
  ),
  html(
    'Your survivorship plan explained',
    after,
    45,
    'read',
    '<p>Your <strong>follow-up plan</strong> lists the visits and tests that we recommend.</p><h2>What the columns mean</h2><p>A tick says that something was done. An empty box says that it is still to be done.</p><p>More at <a href="https://www.cancer.gov/about-cancer/coping/survivorship">cancer.gov</a>.</p>',
  ),
  {
    title: 'Questions for my next visit',
    ...practical,
    language: 'en',
    fileType: 'pdf',
    content: pdfForm({
      title: 'Questions for my next visit',
      facility: demoFacilities.northlight.name,
      language: 'en',
      fields: [
        'What worries me most',
        'What has changed since last time',
        'Medicines I want to ask about',
        'Questions of my family',
        'What the doctor said',
        'What happens next',
      ],
    }),
    daysAgo: 60,
    state: 'new',
  },
  html(
    'Mouth care during chemotherapy',
    treatment,
    200,
    'archived',
    '<p>Rinse four times a day with a cup of water and half a teaspoon of salt. Use a soft brush.</p>',
  ),
  html(
    'Hair loss and what to wear',
    treatment,
    210,
    'archived',
    '<p>Hair usually grows back within half a year. Until then, soft cotton caps are kindest to the skin.</p>',
  ),
  html(
    'Who pays for the journey',
    practical,
    210,
    'archived',
    '<p>Some insurers pay for rides to the treatment. Our form for travel expenses is among the downloadable forms.</p>',
  ),
];

export const harbourArticles: readonly DemoArticle[] = [
  html(
    'Cómo prepararse para su consulta',
    { category: 'Ayuda práctica', categorySortOrder: 10 },
    6,
    'new',
    '<p>Anote sus preguntas y traiga una lista de sus medicamentos.</p>',
    'es',
  ),
  html(
    'Measuring blood pressure at home',
    { category: 'Living well', categorySortOrder: 20 },
    6,
    'new',
    '<p>Sit quietly for five minutes first. Rest your arm on a table at the height of your heart.</p>',
  ),
];
