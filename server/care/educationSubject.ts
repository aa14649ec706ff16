import { EducationArticle } from '@portal/api';
import * as v from 'valibot';
import { concept, patientReference, type Resource, some } from '../subject/fhirParts.ts';
import type { Subject } from '../subject/subject.ts';
import { readArticles } from './readArticles.ts';

/** An article that a patient was given. Its content is the facility's and is not exported. */
const articleOf = ({ articleId, title, categoryName, assignedDate, wasReadByPatient }: EducationArticle): Resource => ({
  resourceType: 'Communication',
  id: `article-${String(articleId)}`,
  status: 'completed',
  category: some([concept(categoryName)]),
  subject: patientReference,
  sent: assignedDate,
  received: wasReadByPatient ?? undefined,
  payload: [{ contentString: title }],
});

export const educationSubject: Subject = {
  exported: {
    order: 70,
    element: 'Education',
    async read({ db, patientId }) {
      const articles = v.parse(v.array(EducationArticle), JSON.parse(await readArticles(db, patientId, true)));
      return {
        xml: {
          Article: articles.map(({ title, categoryName, assignedDate, wasReadByPatient }) => ({
            Title: title,
            Category: categoryName,
            Given: assignedDate,
            Read: wasReadByPatient,
          })),
        },
        fhir: articles.map(articleOf),
      };
    },
  },
};
