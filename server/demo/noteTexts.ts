import { demoFacilities } from './facilities.ts';
import { pdfLetter } from './pdf.ts';

/** Written for the demo about an invented person; of no use in place of a doctor's. */

export const progressNote = `<h3>Why you came</h3><p>Six-month visit after breast surgery and radiation. Ms. Applewhistle came with her brother. She walks every day, about two miles.</p>
<h3>How she has been</h3><p>Tired in the afternoons since summer. Sleep is fair. Some stiffness of the right shoulder in the morning, better after walking. No fever, no weight loss, appetite good.</p>
<h3>Examination</h3><table><thead><tr><th scope="col">What</th><th scope="col">Today</th><th scope="col">In May</th></tr></thead><tbody><tr><td>Weight</td><td>64.2 kg</td><td>64.9 kg</td></tr><tr><td>Blood pressure</td><td>128/82</td><td>124/80</td></tr></tbody></table><p>Scar pale and soft. Right arm 1 cm wider than left, as in May.</p>
<h3>Plan</h3><ul><li>Blood count and metabolic panel this month.</li><li>Continue letrozole, once a day.</li><li>Physical therapy for the shoulder, and keep walking.</li></ul>`;

export const nutritionNote = `NUTRITION COUNSELLING

Reason: Food tastes of metal since chemotherapy. Weight steady.

What we talked about
- Wooden or plastic cutlery, lemon and mint against the taste of metal.
- Protein with each meal: eggs, beans, yogurt, fish.
- Two cups of water before noon, because thirst is felt late.

Goals until we meet again
1. Eat breakfast within an hour of getting up.
2. Write down for one week what tasted good.
3. One walk after lunch on most days.

Next: in three months, or earlier by message.`;

export const therapyNote = `Physical therapy, session 4 of 8

Shoulder right: lifts forward to 150 degrees (session 1: 120), to the side to 140 (110). Pain while moving 2 of 10.
Arm: soft, sleeve fits. No new swelling.

Done today: wall walking, pulleys, breathing with the arms up. Home programme printed and tried out.
Agreed: twice a day, ten minutes. Stop if pain goes above 4.`;

export const consultationText = `Consultation

Mme Applewhistle was referred after a mammogram. The findings, the biopsy result and the choices were explained; a drawing was
made together and is part of the record. She would like to keep the breast if this is as safe. Café-au-lait mark on the left
forearm, known since childhood.

Recommendation of the tumour board: operation that keeps the breast, sentinel node, then radiation. Hormone therapy for at
least five years. All questions answered; the decision can wait until next week.`;

const northlight = demoFacilities.northlight.name;

export const dischargeLetter = pdfLetter({
  title: 'Discharge letter',
  facility: 'Otter Bay Hospital',
  language: 'en',
  pages: [
    {
      heading: 'Stay and reason',
      lines: [
        'Juniper Applewhistle was with us for two days because of a fever after a dental treatment.',
        'Cultures of the blood stayed without growth. An X-ray of the chest was clear.',
        'Antibiotics were given into a vein for one day and then as tablets.',
      ],
    },
    {
      heading: 'Findings',
      lines: [
        'Temperature on arrival 38.7 °C, at discharge 36.8 °C.',
        'Blood pressure 118/74, pulse 84.',
        'White cells 12.1, two days later 8.4. C-reactive protein 64, later 21.',
        'The right arm is unchanged. No needle and no cuff was used on it.',
      ],
    },
    {
      heading: 'What comes next',
      lines: [
        'Take the tablets for five more days, with food.',
        'A blood count at Northlight within two weeks.',
        'Call at once with a new fever above 38 °C, chills or a red arm.',
      ],
    },
  ],
});

export const operationReport = pdfLetter({
  title: 'Operation report',
  facility: 'Otter Bay Hospital',
  language: 'en',
  pages: [
    {
      heading: 'Operation',
      lines: [
        'Removal of a lump in the upper outer part of the right breast, with sentinel node.',
        'The lump was found with a wire and taken out with a rim of healthy tissue.',
        'Two nodes were marked and removed. Blood loss small. No drain.',
      ],
    },
    { heading: 'Course', lines: ['She woke up well and went home the next day.', 'Wound dry, arm moves freely.'] },
  ],
});

export const imagingReport = pdfLetter({
  title: 'Mammogram of both sides',
  facility: `${northlight}, Imaging`,
  language: 'en',
  pages: [
    {
      heading: 'Result',
      lines: ['No sign of a new growth. Scar on the right as expected. Next pictures in one year.'],
    },
  ],
});

/** The drawing of the consultation. */
export const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480"><rect width="640" height="480" fill="#fff"/><g fill="none" stroke="#222" stroke-width="4" stroke-linecap="round"><path d="M150 60q-40 120-20 360M490 60q40 120 20 360M150 60q170 60 340 0"/><circle cx="230" cy="230" r="78"/><circle cx="410" cy="230" r="78"/></g><g stroke="#b3261e" stroke-width="4" fill="none"><circle cx="190" cy="180" r="18"/><path d="M205 168 300 90"/><path d="M150 150l-26-26M142 172l-34-8"/></g><path d="M300 90h210" stroke="#b3261e" stroke-width="3"/></svg>`;
