/**
 * How many upcoming appointments are loaded (specification 2, section 9): one more than Home shows. In a file of its own for the module's
 * declaration.
 */
export const upcomingCount = 4;
