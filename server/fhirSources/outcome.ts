/** What is wrong with a request, as FHIR says it (OperationOutcome.issue). Nothing of a resource's content is in it. */
export interface Issue {
  /** FHIR's IssueType. */
  readonly code:
    | 'conflict'
    | 'exception'
    | 'information'
    | 'invalid'
    | 'login'
    | 'not-found'
    | 'not-supported'
    | 'structure'
    | 'too-costly'
    | 'transient';
  readonly text: string;
  /** The place, as FHIRPath: `Bundle.entry[2].resource.status`. */
  readonly place?: string;
}

const issueOf = (severity: 'error' | 'information', { code, text, place }: Issue) => ({
  severity,
  code,
  diagnostics: text,
  ...(place === undefined ? {} : { expression: [place] }),
});

export const operationOutcome = (issues: readonly Issue[], severity: 'error' | 'information' = 'error') => ({
  resourceType: 'OperationOutcome',
  issue: issues.map((issue) => issueOf(severity, issue)),
});

/** What becomes of an entry: taken; taken, but the portal has no place for it; or refused. */
export type EntryAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'noPlace'; readonly text: string }
  | { readonly kind: 'refused'; readonly issue: Issue };

function entryResponse(answer: EntryAnswer): object {
  switch (answer.kind) {
    case 'taken':
      return { response: { status: '202 Accepted' } };
    case 'noPlace':
      return {
        response: {
          status: '202 Accepted',
          outcome: operationOutcome([{ code: 'information', text: answer.text }], 'information'),
        },
      };
    case 'refused':
      return { response: { status: '422 Unprocessable Content', outcome: operationOutcome([answer.issue]) } };
  }
}

/** The answer to a Bundle: an entry for each of its entries, in order. 202 says that it is stored and will be worked on. */
export const bundleResponse = (type: 'transaction-response' | 'batch-response', entries: readonly EntryAnswer[]) => ({
  resourceType: 'Bundle',
  type,
  entry: entries.map(entryResponse),
});
