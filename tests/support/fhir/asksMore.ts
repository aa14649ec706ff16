/** A questionnaire of the project's own with a conditional question and a repeating group. */
export const asksMore = {
  resourceType: 'Questionnaire',
  url: 'https://instruments.example/Questionnaire/asks-more',
  version: '1',
  title: 'Nights and medicines',
  status: 'active',
  language: 'en',
  item: [
    { linkId: 'wake', type: 'boolean', text: 'Do you wake up at night?', required: true },
    {
      linkId: 'often',
      type: 'choice',
      text: 'How often in one night?',
      required: true,
      enableWhen: [{ question: 'wake', operator: '=', answerBoolean: true }],
      answerOption: [{ valueString: 'Once' }, { valueString: 'Two or three times' }, { valueString: 'More often' }],
    },
    {
      linkId: 'medicines',
      type: 'group',
      repeats: true,
      text: 'Your medicines',
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs', valueInteger: 3 }],
      item: [
        { linkId: 'name', type: 'string', text: 'Name of the medicine', required: true },
        { linkId: 'dose', type: 'string', text: 'How much you take' },
      ],
    },
    { linkId: 'else', type: 'text', text: 'Is there anything else?' },
  ],
} as const;
