/** The name that a waiting room may read: the first name and the first letter of the last name (visual language, section 10). */
export function shortName(person: { readonly firstName: string; readonly lastName: string }): string {
  const [initial = ''] = person.lastName.trim();
  const firstName = person.firstName.trim();
  return initial === '' ? firstName : `${firstName} ${initial.toLocaleUpperCase()}.`;
}
