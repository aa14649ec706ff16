/** One more than Home shows (specification 2, section 9). In a file of its own for the module's declaration. */
export const upcomingCount = 4;
