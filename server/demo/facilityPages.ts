import type { FacilityId, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import {
  type ByLanguage,
  type PublishedContact,
  type PublishedFaq,
  type PublishedForm,
  publishContacts,
  publishFaqs,
  publishForms,
  showResources,
} from '../facilities/publish.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import { type DemoFacility, demoFacilities } from './facilities.ts';
import { pdfForm } from './pdf.ts';

/** `{phone}` is filled in. */
const faqs: Readonly<Record<LanguageCode, readonly PublishedFaq[]>> = {
  en: [
    {
      question: 'How soon will I see my test results?',
      answer:
        '<p>Most results are here one to three working days after the test. Some, such as imaging and genetic tests, take longer.</p><p>Your care team may want to talk with you first. If you are waiting for a result, call {phone}.</p>',
    },
    {
      question: 'Can a family member use the portal for me?',
      answer:
        '<p>Yes. Invite the person under <strong>Personal contacts</strong>. They get a sign-in of their own and see what you allow. You can end this at any time.</p><p>Please do not share your password.</p>',
    },
    {
      question: 'What should I bring to my first visit?',
      answer:
        '<ul><li>A photo identification and your insurance card</li><li>A list of your medicines, with how much you take and when</li><li>Letters and pictures from other doctors</li><li>Someone to listen with you, if you like</li></ul>',
    },
    {
      question: 'How do I change or cancel an appointment?',
      answer:
        '<p>Call {phone} at least one working day before. If the portal shows <strong>Request a New Appointment</strong>, you can ask for another time there.</p>',
    },
    {
      question: 'I forgot my password. What can I do?',
      answer:
        '<p>On the sign-in page, choose <strong>Forgot your password?</strong> and enter your username. We send you an email with a link that works for one hour.</p>',
    },
    {
      question: 'Can I use the portal without the internet?',
      answer:
        '<p>Yes, in part. Questionnaires that you have opened can be filled in without a connection and are sent later. Install the portal on your phone to make this easy.</p>',
    },
  ],
  es: [
    {
      question: '¿Cuándo veré los resultados de mis pruebas?',
      answer:
        '<p>La mayoría de los resultados están aquí de uno a tres días hábiles después de la prueba. Algunos, como las imágenes y las pruebas genéticas, tardan más.</p><p>Es posible que su equipo de atención quiera hablar antes con usted. Si espera un resultado, llame al {phone}.</p>',
    },
    {
      question: '¿Puede un familiar usar el portal por mí?',
      answer:
        '<p>Sí. Invite a esa persona en <strong>Contactos personales</strong>. Tendrá su propio acceso y verá lo que usted permita. Puede terminarlo cuando quiera.</p><p>No comparta su contraseña.</p>',
    },
    {
      question: '¿Qué debo llevar a mi primera visita?',
      answer:
        '<ul><li>Una identificación con foto y su tarjeta del seguro</li><li>Una lista de sus medicamentos, con cuánto toma y cuándo</li><li>Cartas e imágenes de otros médicos</li><li>Alguien que escuche con usted, si lo desea</li></ul>',
    },
    {
      question: '¿Cómo cambio o cancelo una cita?',
      answer:
        '<p>Llame al {phone} al menos un día hábil antes. Si el portal muestra <strong>Solicitar una cita nueva</strong>, puede pedir otra hora ahí.</p>',
    },
    {
      question: 'Olvidé mi contraseña. ¿Qué puedo hacer?',
      answer:
        '<p>En la página de inicio de sesión, elija <strong>¿Olvidó su contraseña?</strong> y escriba su nombre de usuario. Le enviaremos un correo con un enlace que sirve durante una hora.</p>',
    },
    {
      question: '¿Puedo usar el portal sin internet?',
      answer:
        '<p>Sí, en parte. Los cuestionarios que ya abrió se pueden llenar sin conexión y se envían después. Instale el portal en su teléfono para que sea más fácil.</p>',
    },
  ],
  fr: [
    {
      question: 'Quand verrai-je les résultats de mes examens?',
      answer:
        '<p>La plupart des résultats sont ici un à trois jours ouvrables après l’examen. Certains, comme l’imagerie et les tests génétiques, demandent plus de temps.</p><p>Votre équipe de soins voudra peut-être vous parler d’abord. Si vous attendez un résultat, appelez le {phone}.</p>',
    },
    {
      question: 'Un proche peut-il utiliser le portail pour moi?',
      answer:
        '<p>Oui. Invitez cette personne sous <strong>Contacts personnels</strong>. Elle reçoit son propre accès et voit ce que vous permettez. Vous pouvez y mettre fin à tout moment.</p><p>Ne partagez pas votre mot de passe.</p>',
    },
    {
      question: 'Que dois-je apporter à ma première visite?',
      answer:
        '<ul><li>Une pièce d’identité avec photo et votre carte d’assurance</li><li>La liste de vos médicaments, avec les doses et les heures</li><li>Les lettres et les images d’autres médecins</li><li>Une personne pour écouter avec vous, si vous le souhaitez</li></ul>',
    },
    {
      question: 'Comment changer ou annuler un rendez-vous?',
      answer:
        '<p>Appelez le {phone} au moins un jour ouvrable avant. Si le portail affiche <strong>Demander un nouveau rendez-vous</strong>, vous pouvez y demander une autre heure.</p>',
    },
    {
      question: 'J’ai oublié mon mot de passe. Que faire?',
      answer:
        '<p>Sur la page de connexion, choisissez <strong>Mot de passe oublié?</strong> et entrez votre nom d’utilisateur. Nous vous envoyons un courriel avec un lien valable une heure.</p>',
    },
    {
      question: 'Puis-je utiliser le portail sans Internet?',
      answer:
        '<p>Oui, en partie. Les questionnaires déjà ouverts se remplissent sans connexion et sont envoyés plus tard. Installez le portail sur votre téléphone pour que ce soit plus facile.</p>',
    },
  ],
  pt: [
    {
      question: 'Quando verei os resultados dos meus exames?',
      answer:
        '<p>A maioria dos resultados aparece aqui de um a três dias úteis depois do exame. Alguns, como exames de imagem e genéticos, demoram mais.</p><p>Talvez sua equipe de cuidados queira falar com você antes. Se espera um resultado, ligue para {phone}.</p>',
    },
    {
      question: 'Um familiar pode usar o portal por mim?',
      answer:
        '<p>Sim. Convide a pessoa em <strong>Contatos pessoais</strong>. Ela recebe um acesso próprio e vê o que você permitir. Você pode encerrar isso a qualquer momento.</p><p>Não compartilhe sua senha.</p>',
    },
    {
      question: 'O que devo levar à primeira consulta?',
      answer:
        '<ul><li>Um documento com foto e o cartão do seguro</li><li>A lista dos seus remédios, com quanto toma e quando</li><li>Cartas e imagens de outros médicos</li><li>Alguém para ouvir com você, se quiser</li></ul>',
    },
    {
      question: 'Como mudo ou cancelo uma consulta?',
      answer:
        '<p>Ligue para {phone} pelo menos um dia útil antes. Se o portal mostrar <strong>Solicitar uma nova consulta</strong>, você pode pedir outro horário ali.</p>',
    },
    {
      question: 'Esqueci minha senha. O que posso fazer?',
      answer:
        '<p>Na página de entrada, escolha <strong>Esqueceu a senha?</strong> e digite seu nome de usuário. Enviaremos um e-mail com um link que vale por uma hora.</p>',
    },
    {
      question: 'Posso usar o portal sem internet?',
      answer:
        '<p>Sim, em parte. Os questionários que você já abriu podem ser preenchidos sem conexão e são enviados depois. Instale o portal no celular para facilitar.</p>',
    },
  ],
  zh: [
    {
      question: '多久能看到我的检查结果？',
      answer:
        '<p>大多数结果会在检查后一至三个工作日出现在这里。影像和基因检测等需要更长时间。</p><p>您的医护团队可能想先与您谈一谈。如果您在等结果，请致电 {phone}。</p>',
    },
    {
      question: '家人可以替我使用门户吗？',
      answer:
        '<p>可以。请在<strong>个人联系人</strong>中邀请对方。对方会有自己的登录方式，只能看到您允许的内容。您可以随时终止。</p><p>请勿分享您的密码。</p>',
    },
    {
      question: '第一次就诊应带什么？',
      answer:
        '<ul><li>带照片的身份证件和保险卡</li><li>您的用药清单，包括用量和时间</li><li>其他医生的信件和影像</li><li>如果愿意，可请一位陪同的人</li></ul>',
    },
    {
      question: '如何更改或取消预约？',
      answer:
        '<p>请至少提前一个工作日致电 {phone}。如果门户显示<strong>申请新预约</strong>，您可以在那里申请其他时间。</p>',
    },
    {
      question: '我忘记了密码，怎么办？',
      answer:
        '<p>在登录页选择<strong>忘记密码？</strong>并输入用户名。我们会给您发一封电子邮件，其中的链接一小时内有效。</p>',
    },
    {
      question: '没有网络也能使用门户吗？',
      answer: '<p>可以使用一部分。已打开的问卷没有网络也能填写，稍后会发送。把门户安装到手机上会更方便。</p>',
    },
  ],
};

/** What the places are called that a patient may want to reach. */
const desks: Readonly<Record<LanguageCode, readonly [string, string, string, string]>> = {
  en: ['Front desk and appointments', 'Nurse line', 'Medical records', 'Billing'],
  es: ['Recepción y citas', 'Línea de enfermería', 'Expedientes médicos', 'Facturación'],
  fr: ['Accueil et rendez-vous', 'Ligne infirmière', 'Dossiers médicaux', 'Facturation'],
  pt: ['Recepção e consultas', 'Linha de enfermagem', 'Prontuários', 'Faturamento'],
  zh: ['前台与预约', '护士热线', '病历科', '收费处'],
};

/** Digits as a facility might have typed them: shown in one way. */
function contactsOf(demo: DemoFacility, language: LanguageCode): PublishedContact[] {
  const [front, nurse, records, billing] = desks[language];
  const address = {
    address1: `12 ${demo.street}`,
    city: demo.city,
    state: demo.state,
    zipCode: demo.zipCode,
    country: 'US',
  };
  const digits = demo.phone.replace(/\D/g, '');
  const near = (last: number) => `${digits.slice(0, 6)}${String(Number(digits.slice(6)) + last).padStart(4, '0')}`;
  const domain = demo.mrnPrefix === 'NL-' ? 'northlight.example' : 'harbourpoint.example';
  return [
    { contactName: front, ...address, phone: digits, fax: near(1), email: `welcome@${domain}` },
    { contactName: nurse, phone: `${near(2).slice(0, 3)}.${near(2).slice(3, 6)}.${near(2).slice(6)}` },
    {
      contactName: records,
      ...address,
      address2: language === 'zh' ? '2 号楼' : 'Building 2',
      phone: near(3).slice(3),
      fax: near(4).slice(3),
      email: `records@${domain}`,
    },
    { contactName: billing, phone: near(5), email: `billing@${domain}` },
  ];
}

interface DemoForm {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly string[];
}
/** Three forms to print, in the letters that the demo's PDFs can hold; a Chinese reader gets the English ones, and is told. */
const forms: Readonly<Record<Exclude<LanguageCode, 'zh'>, readonly DemoForm[]>> = {
  en: [
    {
      title: 'New patient form',
      description: 'Fill it in at home and bring it to your first visit.',
      fields: [
        'Full name',
        'Date of birth',
        'Address',
        'Telephone',
        'Person to call in an emergency',
        'Allergies',
        'Medicines that you take',
        'Signature and date',
      ],
    },
    {
      title: 'Permission to share medical records',
      description: 'Lets us send your records to another doctor.',
      fields: [
        'Full name',
        'Date of birth',
        'Doctor or clinic that may have the records',
        'Which records',
        'Valid until',
        'Signature and date',
      ],
    },
    {
      title: 'Travel cost claim',
      description: 'For journeys to treatment.',
      fields: ['Full name', 'Dates of the journeys', 'From and to', 'Costs', 'Signature and date'],
    },
  ],
  es: [
    {
      title: 'Formulario para pacientes nuevos',
      description: 'Llénelo en casa y tráigalo a su primera visita.',
      fields: [
        'Nombre completo',
        'Fecha de nacimiento',
        'Dirección',
        'Teléfono',
        'A quién llamar en una emergencia',
        'Alergias',
        'Medicamentos que toma',
        'Firma y fecha',
      ],
    },
    {
      title: 'Permiso para compartir el expediente médico',
      description: 'Nos permite enviar su expediente a otro médico.',
      fields: [
        'Nombre completo',
        'Fecha de nacimiento',
        'Médico o clínica que puede recibirlo',
        'Qué documentos',
        'Válido hasta',
        'Firma y fecha',
      ],
    },
    {
      title: 'Reembolso de gastos de viaje',
      description: 'Para los viajes al tratamiento.',
      fields: ['Nombre completo', 'Fechas de los viajes', 'Desde y hasta', 'Gastos', 'Firma y fecha'],
    },
  ],
  fr: [
    {
      title: 'Formulaire pour les nouveaux patients',
      description: 'Remplissez-le chez vous et apportez-le à votre première visite.',
      fields: [
        'Nom complet',
        'Date de naissance',
        'Adresse',
        'Téléphone',
        'Personne à joindre en cas d’urgence',
        'Allergies',
        'Médicaments que vous prenez',
        'Signature et date',
      ],
    },
    {
      title: 'Autorisation de transmettre le dossier médical',
      description: 'Nous permet d’envoyer votre dossier à un autre médecin.',
      fields: [
        'Nom complet',
        'Date de naissance',
        'Médecin ou clinique qui peut le recevoir',
        'Quels documents',
        'Valable jusqu’au',
        'Signature et date',
      ],
    },
    {
      title: 'Remboursement des frais de déplacement',
      description: 'Pour les déplacements liés au traitement.',
      fields: ['Nom complet', 'Dates des déplacements', 'De et à', 'Frais', 'Signature et date'],
    },
  ],
  pt: [
    {
      title: 'Formulário para novos pacientes',
      description: 'Preencha em casa e traga na primeira consulta.',
      fields: [
        'Nome completo',
        'Data de nascimento',
        'Endereço',
        'Telefone',
        'Pessoa a chamar em uma emergência',
        'Alergias',
        'Remédios que você toma',
        'Assinatura e data',
      ],
    },
    {
      title: 'Permissão para compartilhar o prontuário',
      description: 'Permite que enviemos seu prontuário a outro médico.',
      fields: [
        'Nome completo',
        'Data de nascimento',
        'Médico ou clínica que pode recebê-lo',
        'Quais documentos',
        'Válido até',
        'Assinatura e data',
      ],
    },
    {
      title: 'Reembolso de despesas de viagem',
      description: 'Para as viagens até o tratamento.',
      fields: ['Nome completo', 'Datas das viagens', 'De e para', 'Despesas', 'Assinatura e data'],
    },
  ],
};
const chineseTitles: readonly { readonly title: string; readonly description: string }[] = [
  { title: '新患者表格', description: '请在家填写并在第一次就诊时带来。表格为英文。' },
  { title: '病历共享许可', description: '允许我们把您的病历寄给其他医生。表格为英文。' },
  { title: '交通费报销', description: '用于往返治疗的交通费。表格为英文。' },
];
const cardElsewhere: Readonly<Record<LanguageCode, { title: string; description: string; url: string }>> = {
  en: {
    title: 'Medicine list card',
    description: 'On another website.',
    url: 'https://www.fda.gov/drugs/resources-drugs/my-medicine-record',
  },
  es: {
    title: 'Tarjeta con la lista de medicamentos',
    description: 'En otro sitio web, en inglés.',
    url: 'https://www.fda.gov/drugs/resources-drugs/my-medicine-record',
  },
  fr: {
    title: 'Carte des médicaments',
    description: 'Sur un autre site, en anglais.',
    url: 'https://www.fda.gov/drugs/resources-drugs/my-medicine-record',
  },
  pt: {
    title: 'Cartão da lista de remédios',
    description: 'Em outro site, em inglês.',
    url: 'https://www.fda.gov/drugs/resources-drugs/my-medicine-record',
  },
  zh: {
    title: '用药清单卡',
    description: '在另一个网站上，英文。',
    url: 'https://www.fda.gov/drugs/resources-drugs/my-medicine-record',
  },
};

function formsOf(demo: DemoFacility, language: LanguageCode): PublishedForm[] {
  const written = language === 'zh' ? 'en' : language;
  const { title, description, url } = cardElsewhere[language];
  return [
    ...forms[written].map((form, index): PublishedForm => ({
      ...(language === 'zh' ? (chineseTitles[index] ?? form) : form),
      at: {
        fileType: 'pdf',
        file: pdfForm({ title: form.title, facility: demo.name, fields: form.fields, language: written }),
      },
    })),
    { title, description, at: { url } },
  ];
}

const addSystem = statement(
  'seed.system',
  'insert into external_systems (facility_id, display_name, active_trigger_event_types) values ($facilityId, $displayName, $activeTriggerEventTypes) returning id',
  v.object({ id: v.number() }),
);
const addToSystem = statement(
  'seed.inSystem',
  'insert into patient_external_systems (patient_id, external_system_id) values ($patientId, $externalSystemId)',
);
const addToFacility = statement(
  'seed.alsoAt',
  'insert into patient_facilities (patient_id, facility_id) values ($patientId, $facilityId)',
);

async function publish(db: Db, facilityId: FacilityId, demo: DemoFacility): Promise<void> {
  const all = <T>(of: (language: LanguageCode) => readonly T[]): ByLanguage<T> =>
    Object.fromEntries(demo.languages.map((language) => [language, of(language)]));
  const fill = (text: string) => text.replaceAll('{phone}', demo.phone);
  await publishFaqs(
    db,
    facilityId,
    all((language) => faqs[language].map(({ question, answer }) => ({ question, answer: fill(answer) }))),
  );
  await publishContacts(
    db,
    facilityId,
    all((language) => contactsOf(demo, language)),
  );
  await publishForms(
    db,
    facilityId,
    all((language) => formsOf(demo, language)),
  );
  await showResources(db, facilityId, true);
}

/** What both facilities publish, the systems that hold records, and who is known at both. */
export async function seedFacilityPages(db: Db, { facilities, patients }: SeedContext): Promise<void> {
  const { northlight, harbour } = facilities;
  await publish(db, northlight.facilityId, demoFacilities.northlight);
  await publish(db, harbour.facilityId, demoFacilities.harbour);
  const records = await db.one(addSystem, {
    facilityId: northlight.facilityId,
    displayName: 'Northlight records',
    activeTriggerEventTypes: ['AppointmentRequested'],
  });
  const laboratory = await db.one(addSystem, {
    facilityId: northlight.facilityId,
    displayName: 'Puddle Lane Lab',
    activeTriggerEventTypes: [],
  });
  const clinic = await db.one(addSystem, {
    facilityId: harbour.facilityId,
    displayName: 'Harbour Point records',
    activeTriggerEventTypes: [],
  });
  for (const { patientId, facility, username } of patients) {
    if (username === null) continue;
    await db.run(addToSystem, { patientId, externalSystemId: facility === 'northlight' ? records.id : clinic.id });
    if (username !== 'patient') continue;
    await db.run(addToSystem, { patientId, externalSystemId: laboratory.id });
    await db.run(addToSystem, { patientId, externalSystemId: clinic.id });
    await db.run(addToFacility, { patientId, facilityId: harbour.facilityId });
  }
}
