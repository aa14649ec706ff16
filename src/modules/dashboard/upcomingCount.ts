/** How many upcoming appointments are loaded (specification 2, section 9): one more than Home shows. Apart for the declaration of the module. */
export const upcomingCount = 4;
