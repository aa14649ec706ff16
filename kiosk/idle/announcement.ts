/** Seconds for which a patient is warned before the tablet is wiped; at least 20 (visual language, section 9). */
export const patientWarnSeconds = 30;
/** Seconds for which staff are warned before they are signed out (rulings, section 4). */
export const staffWarnSeconds = 120;

const spokenAt = [30, 20, 10];

/** The seconds to announce when the countdown goes from `before` (null: it begins) to `now`; null where it stays silent. */
export function announcement(before: number | null, now: number): number | null {
  if (before === null) return now;
  return spokenAt.find((mark) => before > mark && now <= mark) ?? null;
}
