import { joined, nameOf, type SitedConcept } from '../../fhir/elements.ts';

/** The side that parts of the body are on, which US Core and mCODE tell in an extension. */
export const lateralityOf = (sites: readonly SitedConcept[] | null | undefined): string | null =>
  joined(
    (sites ?? []).map((site) =>
      nameOf(
        site.extension?.find(({ url }) => /(laterality|laterality-qualifier|location-qualifier)$/.test(url ?? ''))
          ?.valueCodeableConcept,
      ),
    ),
    ', ',
  );
