import { pdfLetter } from './pdf.ts';

/** A message of the demo: so many days ago, at a time of the facility's clock. */
export interface DemoMessage {
  readonly daysAgo: number;
  readonly time: string;
  /** Who wrote; without it the patient did. */
  readonly from?: { readonly firstName: string; readonly lastName: string };
  /** The demo's representative wrote it for the patient. */
  readonly onBehalf?: true;
  readonly content: string;
  readonly files?: readonly DemoFile[];
  /** The other side has not opened it. */
  readonly isUnread?: true;
  /** Nobody had opened it after so many working days, and the office was told so many days ago. */
  readonly officeTold?: { readonly daysAgo: number; readonly afterDays: number };
}
export interface DemoFile {
  readonly fileName: string;
  readonly fileType: 'pdf' | 'png';
  readonly pages: number | null;
  /** Null: the drawing, which is made when the demo is. */
  readonly content: Buffer | null;
}
export interface DemoThread {
  readonly subject: string;
  /** With whom; somebody who is not of the care team has no row. */
  readonly provider: { readonly firstName: string; readonly lastName: string };
  readonly isArchived?: true;
  readonly isClosed?: true;
  readonly messages: readonly DemoMessage[];
}

const ottoline = { firstName: 'Ottoline', lastName: 'Fernbrook' };
const bram = { firstName: 'Bram', lastName: 'Thistledown' };
const basil = { firstName: 'Basil', lastName: 'Cloudberry' };
const philippa = { firstName: 'Philippa', lastName: 'Nettlewood' };
const office = { firstName: 'Willow Wing', lastName: 'office' };

const letter = (
  fileName: string,
  title: string,
  pages: readonly (readonly [string, readonly string[]])[],
): DemoFile => ({
  fileName,
  fileType: 'pdf',
  pages: pages.length,
  content: pdfLetter({
    title,
    facility: 'Northlight Cancer Centre',
    language: 'en',
    pages: pages.map(([heading, lines]) => ({ heading, lines })),
  }),
});
const drawing: DemoFile = { fileName: 'Ball at the wall.png', fileType: 'png', pages: null, content: null };

/** A ball between a hand and a wall. */
export const exerciseDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360"><rect width="480" height="360" fill="#fff"/><path d="M400 20v320" stroke="#444" stroke-width="10"/><g fill="none" stroke="#222" stroke-width="8" stroke-linecap="round"><circle cx="170" cy="80" r="34"/><path d="M170 114v120l-40 100M170 234l40 100M170 150l150-30"/></g><circle cx="358" cy="116" r="36" fill="#f0a45d" stroke="#222" stroke-width="6"/><path d="M358 60V36m-14 12 14-14 14 14" fill="none" stroke="#1f5d50" stroke-width="6"/></svg>';

/** What `patient` wrote and was written: threads of every state that there is. */
export const demoThreads: readonly DemoThread[] = [
  {
    subject: 'Your blood count',
    provider: ottoline,
    messages: [
      {
        daysAgo: 13,
        time: '08:15',
        content: 'Good morning,\n\nI have been more tired than usual for two weeks. Is that the letrozole?',
        officeTold: { daysAgo: 11, afterDays: 2 },
      },
      {
        daysAgo: 11,
        time: '16:41',
        from: ottoline,
        content:
          'Dear Juniper,\n\nThank you for telling me, and sorry for the wait. It can be, but let us look at your blood first. The sheet says what the count measures.',
        files: [
          letter('What a blood count measures.pdf', 'What a blood count measures', [
            [
              'Red and white',
              [
                'Red blood cells carry oxygen. With too few of them people feel tired.',
                'White blood cells fight infections.',
              ],
            ],
            ['Hemoglobin and platelets', ['Hemoglobin is what the oxygen holds on to.', 'Platelets stop bleeding.']],
          ]),
        ],
      },
      {
        daysAgo: 3,
        time: '18:40',
        onBehalf: true,
        content: 'Thank you. Should Juniper keep taking the iron tablets until then?',
      },
      {
        daysAgo: 0,
        time: '09:12',
        from: ottoline,
        content:
          'Yes, please keep taking them. Your new blood count is in. One value, hemoglobin, is a little low, which fits with the tiredness.\n\nNothing to change before your visit. Rest when you need to.',
        isUnread: true,
      },
    ],
  },
  {
    subject: 'Parking at the Willow Wing',
    provider: philippa,
    messages: [
      {
        daysAgo: 9,
        time: '10:05',
        from: philippa,
        content:
          'Hello Juniper,\n\nthe car park behind the Willow Wing is being paved until the end of the month. The map shows where to park.',
        files: [
          letter('Map of the car parks.pdf', 'Where to park', [
            [
              'Until the end of the month',
              ['Use the car park at Acorn House, 40 Willow Road.', 'A shuttle leaves every ten minutes.'],
            ],
          ]),
        ],
        isUnread: true,
      },
      {
        daysAgo: 9,
        time: '10:07',
        from: philippa,
        content: 'One thing I forgot: parking is free with your appointment card.',
        isUnread: true,
      },
    ],
  },
  {
    subject: 'Refill of letrozole',
    provider: philippa,
    messages: [
      {
        daysAgo: 6,
        time: '14:20',
        content:
          'My letrozole lasts for ten more days. Could you send a new prescription to the pharmacy on Puddle Street?',
        isUnread: true,
        officeTold: { daysAgo: 2, afterDays: 2 },
      },
    ],
  },
  {
    subject: 'Exercises for week 3',
    provider: basil,
    messages: [
      {
        daysAgo: 19,
        time: '11:30',
        from: basil,
        content:
          'Here are the exercises for this week. Do each of them ten times, in the morning and in the evening. For the second one, a flat ironing board is high enough to lean on. Stop if it hurts.',
        files: [
          letter('Exercises for week 3.pdf', 'Exercises for week 3', [
            [
              'Shoulders',
              [
                '1. Roll both shoulders back.',
                '2. Lean on a board and let the arm swing.',
                '3. Roll a ball up a wall.',
              ],
            ],
          ]),
          drawing,
        ],
      },
      { daysAgo: 18, time: '19:02', content: 'Thank you, the drawing helps a lot.' },
    ],
  },
  {
    subject: 'My brother at the next visit',
    provider: ottoline,
    messages: [
      {
        daysAgo: 27,
        time: '20:11',
        content: 'May I bring my brother to the next visit? He would like to ask about the genetic test.',
      },
      {
        daysAgo: 26,
        time: '09:30',
        from: ottoline,
        content: 'Of course. I have put it down, so that we have a little more time.',
      },
    ],
  },
  {
    subject: 'A bruise on my arm',
    provider: philippa,
    messages: [
      {
        daysAgo: 34,
        time: '07:48',
        content:
          'After the blood test on Monday I have a bruise on my arm. It is as large as a coin and does not hurt. Do I need to do anything?',
      },
      {
        daysAgo: 34,
        time: '12:15',
        from: philippa,
        content: 'No, it will be gone in a week or two. Call us if it grows or if the arm swells.',
      },
      { daysAgo: 34, time: '12:40', content: 'Good, thank you!' },
    ],
  },
  {
    subject: 'Flu shot reminder',
    provider: bram,
    isArchived: true,
    messages: [
      {
        daysAgo: 48,
        time: '08:00',
        from: bram,
        content: 'The flu shots for this winter are here. Call the practice for a time that suits you.',
      },
    ],
  },
  {
    subject: 'Letter for your employer',
    provider: philippa,
    isArchived: true,
    messages: [
      {
        daysAgo: 97,
        time: '15:24',
        content:
          'My employer asks for a letter for the days of the radiation. I am still working from home: our friend at work covers in the environment office.',
      },
      {
        daysAgo: 96,
        time: '10:10',
        from: philippa,
        content: 'Here it is, signed by Dr. Fernbrook.',
        files: [
          letter('Letter for your employer.pdf', 'To whom it may concern', [
            [
              'Confirmation',
              ['Juniper Applewhistle is in our care.', 'Please excuse her on the days of her treatment.'],
            ],
          ]),
        ],
      },
    ],
  },
  {
    subject: 'Welcome to Northlight',
    provider: office,
    isArchived: true,
    isClosed: true,
    messages: [
      {
        daysAgo: 650,
        time: '09:00',
        from: office,
        content:
          'Welcome to the patient portal. Here you can write to your care team about anything that can wait a day or two. This message takes no replies.',
      },
    ],
  },
];
