import { joined, nameOf, type SitedConcept } from '../../fhir/elements.ts';

/** The side of the body, which US Core and mCODE give in an extension of a body site. */
export const lateralityOf = (sites: readonly SitedConcept[] | null | undefined): string | null =>
  joined(
    (sites ?? []).map((site) =>
      nameOf(
        site.extension?.find(({ url }) => /(laterality|laterality-qualifier|location-qualifier)$/.test(url ?? ''))
          ?.valueCodeableConcept,
      ),
    ),
  );
