import { type ContentKey, type LanguageCode, contentKeys, languageCodes } from '@portal/api';
import type { DemoFacility } from './facilities.ts';

export interface FacilityText {
  readonly key: ContentKey;
  readonly language: LanguageCode;
  readonly content: string;
}
type Words = Omit<Record<ContentKey, string>, 'PatientIdentifierLabel'>;

/** Allow-listed HTML. `{facility}`, `{phone}` and `{place}` are filled in; facility texts hold nothing that could need escaping. */
const texts: Readonly<Record<LanguageCode, Words>> = {
  en: {
    ContactUsHeading: '<p>Call {facility} at {phone}, Monday to Friday, 8 am to 5 pm. In an emergency, call 911.</p>',
    usefulLinksContent:
      '<p>Pages that our care team finds trustworthy. They are not run by {facility}.</p><ul><li><a href="https://medlineplus.gov/">MedlinePlus</a>: illnesses, tests and medicines in plain words</li><li><a href="https://www.cancer.gov/">National Cancer Institute</a>: kinds of cancer, treatment and how to cope</li><li><a href="https://www.cdc.gov/">Centers for Disease Control and Prevention</a>: vaccines and staying well</li></ul><p>Talk with your care team before you change anything because of what you read.</p>',
    SecurityMessageLegal:
      '<p>We read messages on working days and answer within two of them. Do not use messages for anything urgent: call {phone}, or 911 in an emergency. Messages become part of your medical record.</p>',
    TermsOfUse:
      '<p>This portal lets you see parts of your medical record and send information to {facility}.</p><h3>What you agree to</h3><ul><li>You keep your password to yourself and sign out on devices that you share.</li><li>What you send is true as far as you know. It becomes part of your medical record.</li><li>You do not use the portal for emergencies. In an emergency, call 911.</li></ul><h3>What we do</h3><ul><li>We protect your information as the law and our privacy statement say.</li><li>We record who looks at your information and when. You can ask for this list.</li><li>We may close an account that is misused.</li></ul><p>Questions? Call {phone}.</p>',
    SignUpLegal:
      '<p>We use what you enter here only to find you in our records and to make your account. If something does not fit, call {phone}.</p>',
    InvitationStatement:
      '<p>A person whom you invite can see your health information in this portal and act for you in it. You can end this at any time, and it ends at once.</p>',
    PrivacyStatement:
      '<p>{facility} keeps your health information private.</p><ul><li>Only people who care for you, and those whom you allow, can see it.</li><li>The portal shows no advertising and sends nothing to other companies.</li><li>On your own device, what you have not sent yet is kept encrypted until it is sent.</li><li>You can ask what we keep about you, and have mistakes corrected.</li></ul><p>Write to {facility}, {place}, or call {phone}.</p>',
    AccessibilityHelp:
      '<p>You can use every part of this portal with a keyboard or a screen reader, enlarge the text to twice its size, and choose less motion or more contrast in the settings of your device.</p><p>If something does not work for you, call {phone}. We will help you in another way and set it right.</p>',
    Help: '<p>For help with your account or with this portal, call {facility} at {phone}, Monday to Friday, 8 am to 5 pm.</p><p>For medical questions, call your care team. In an emergency, call 911.</p>',
  },
  es: {
    ContactUsHeading:
      '<p>Llame a {facility} al {phone}, de lunes a viernes, de 8 a. m. a 5 p. m. En una emergencia, llame al 911.</p>',
    usefulLinksContent:
      '<p>Páginas en las que confía nuestro equipo de atención. No pertenecen a {facility}.</p><ul><li><a href="https://medlineplus.gov/spanish/">MedlinePlus en español</a>: enfermedades, pruebas y medicamentos en palabras sencillas</li><li><a href="https://www.cancer.gov/espanol">Instituto Nacional del Cáncer</a>: tipos de cáncer, tratamiento y cómo sobrellevarlo</li></ul><p>Hable con su equipo de atención antes de cambiar algo por lo que lea.</p>',
    SecurityMessageLegal:
      '<p>Leemos los mensajes en días hábiles y respondemos en un plazo de dos días hábiles. No use los mensajes para asuntos urgentes: llame al {phone}, o al 911 en una emergencia. Los mensajes pasan a formar parte de su expediente médico.</p>',
    TermsOfUse:
      '<p>Este portal le permite ver partes de su expediente médico y enviar información a {facility}.</p><h3>Lo que usted acepta</h3><ul><li>No comparte su contraseña y cierra la sesión en los dispositivos que comparte.</li><li>Lo que envía es verdadero según su conocimiento. Pasa a formar parte de su expediente médico.</li><li>No usa el portal para emergencias. En una emergencia, llame al 911.</li></ul><h3>Lo que hacemos nosotros</h3><ul><li>Protegemos su información como lo indican la ley y nuestra declaración de privacidad.</li><li>Registramos quién ve su información y cuándo. Usted puede pedir esta lista.</li><li>Podemos cerrar una cuenta que se use indebidamente.</li></ul><p>¿Tiene preguntas? Llame al {phone}.</p>',
    SignUpLegal:
      '<p>Usamos lo que escribe aquí solo para encontrarle en nuestros registros y crear su cuenta. Si algo no coincide, llame al {phone}.</p>',
    InvitationStatement:
      '<p>La persona que usted invite podrá ver su información de salud en este portal y actuar por usted en él. Puede terminarlo cuando quiera y termina de inmediato.</p>',
    PrivacyStatement:
      '<p>{facility} mantiene en privado su información de salud.</p><ul><li>Solo pueden verla las personas que le atienden y las que usted autorice.</li><li>El portal no muestra publicidad ni envía nada a otras empresas.</li><li>En su propio dispositivo, lo que aún no ha enviado se guarda cifrado hasta que se envía.</li><li>Puede preguntar qué guardamos sobre usted y pedir que se corrijan los errores.</li></ul><p>Escriba a {facility}, {place}, o llame al {phone}.</p>',
    AccessibilityHelp:
      '<p>Puede usar todas las partes de este portal con un teclado o un lector de pantalla, ampliar el texto al doble de su tamaño y elegir menos movimiento o más contraste en los ajustes de su dispositivo.</p><p>Si algo no le funciona, llame al {phone}. Le ayudaremos de otra manera y lo corregiremos.</p>',
    Help: '<p>Para recibir ayuda con su cuenta o con este portal, llame a {facility} al {phone}, de lunes a viernes, de 8 a. m. a 5 p. m.</p><p>Para preguntas médicas, llame a su equipo de atención. En una emergencia, llame al 911.</p>',
  },
  fr: {
    ContactUsHeading:
      '<p>Appelez {facility} au {phone}, du lundi au vendredi, de 8 h à 17 h. En cas d’urgence, composez le 911.</p>',
    usefulLinksContent:
      '<p>Des pages que notre équipe de soins juge fiables. Elles ne sont pas gérées par {facility}.</p><ul><li><a href="https://medlineplus.gov/languages/french.html">MedlinePlus en français</a> : maladies, examens et médicaments en mots simples</li><li><a href="https://www.cancer.gov/">National Cancer Institute</a> (en anglais) : types de cancer et traitements</li></ul><p>Parlez à votre équipe de soins avant de changer quoi que ce soit après une lecture.</p>',
    SecurityMessageLegal:
      '<p>Nous lisons les messages les jours ouvrables et répondons dans les deux jours ouvrables. N’utilisez pas les messages pour une demande urgente : appelez le {phone}, ou le 911 en cas d’urgence. Les messages font partie de votre dossier médical.</p>',
    TermsOfUse:
      '<p>Ce portail vous permet de consulter des parties de votre dossier médical et d’envoyer des renseignements à {facility}.</p><h3>Ce que vous acceptez</h3><ul><li>Vous gardez votre mot de passe pour vous et fermez la session sur les appareils que vous partagez.</li><li>Ce que vous envoyez est vrai à votre connaissance. Cela fait partie de votre dossier médical.</li><li>Vous n’utilisez pas le portail pour une urgence. En cas d’urgence, composez le 911.</li></ul><h3>Ce que nous faisons</h3><ul><li>Nous protégeons vos renseignements comme l’exigent la loi et notre déclaration de confidentialité.</li><li>Nous notons qui consulte vos renseignements et quand. Vous pouvez demander cette liste.</li><li>Nous pouvons fermer un compte utilisé à mauvais escient.</li></ul><p>Des questions? Appelez le {phone}.</p>',
    SignUpLegal:
      '<p>Ce que vous entrez ici sert seulement à vous trouver dans nos dossiers et à créer votre compte. Si quelque chose ne correspond pas, appelez le {phone}.</p>',
    InvitationStatement:
      '<p>La personne que vous invitez pourra voir vos renseignements de santé dans ce portail et y agir pour vous. Vous pouvez y mettre fin à tout moment, avec effet immédiat.</p>',
    PrivacyStatement:
      '<p>{facility} garde vos renseignements de santé confidentiels.</p><ul><li>Seules les personnes qui vous soignent, et celles que vous autorisez, peuvent les voir.</li><li>Le portail n’affiche aucune publicité et n’envoie rien à d’autres entreprises.</li><li>Sur votre propre appareil, ce que vous n’avez pas encore envoyé est conservé chiffré jusqu’à l’envoi.</li><li>Vous pouvez demander ce que nous conservons à votre sujet et faire corriger les erreurs.</li></ul><p>Écrivez à {facility}, {place}, ou appelez le {phone}.</p>',
    AccessibilityHelp:
      '<p>Vous pouvez utiliser toutes les parties de ce portail avec un clavier ou un lecteur d’écran, agrandir le texte jusqu’au double, et choisir moins de mouvement ou plus de contraste dans les réglages de votre appareil.</p><p>Si quelque chose ne fonctionne pas pour vous, appelez le {phone}. Nous vous aiderons autrement et corrigerons le problème.</p>',
    Help: '<p>Pour de l’aide avec votre compte ou avec ce portail, appelez {facility} au {phone}, du lundi au vendredi, de 8 h à 17 h.</p><p>Pour les questions médicales, appelez votre équipe de soins. En cas d’urgence, composez le 911.</p>',
  },
  pt: {
    ContactUsHeading:
      '<p>Ligue para {facility} no {phone}, de segunda a sexta, das 8h às 17h. Em uma emergência, ligue para 911.</p>',
    usefulLinksContent:
      '<p>Páginas em que nossa equipe de cuidados confia. Elas não são mantidas por {facility}.</p><ul><li><a href="https://medlineplus.gov/languages/portuguese.html">MedlinePlus em português</a>: doenças, exames e remédios em palavras simples</li><li><a href="https://www.cancer.gov/">National Cancer Institute</a> (em inglês): tipos de câncer e tratamentos</li></ul><p>Converse com sua equipe de cuidados antes de mudar algo por causa do que leu.</p>',
    SecurityMessageLegal:
      '<p>Lemos as mensagens em dias úteis e respondemos em até dois dias úteis. Não use mensagens para nada urgente: ligue para {phone}, ou para 911 em uma emergência. As mensagens passam a fazer parte do seu prontuário.</p>',
    TermsOfUse:
      '<p>Este portal permite que você veja partes do seu prontuário e envie informações para {facility}.</p><h3>O que você aceita</h3><ul><li>Você não compartilha sua senha e sai da conta em dispositivos que compartilha.</li><li>O que você envia é verdadeiro até onde sabe. Passa a fazer parte do seu prontuário.</li><li>Você não usa o portal para emergências. Em uma emergência, ligue para 911.</li></ul><h3>O que nós fazemos</h3><ul><li>Protegemos suas informações como dizem a lei e nossa declaração de privacidade.</li><li>Registramos quem vê suas informações e quando. Você pode pedir essa lista.</li><li>Podemos encerrar uma conta que seja usada de forma indevida.</li></ul><p>Dúvidas? Ligue para {phone}.</p>',
    SignUpLegal:
      '<p>Usamos o que você digita aqui apenas para encontrar você em nossos registros e criar a sua conta. Se algo não conferir, ligue para {phone}.</p>',
    InvitationStatement:
      '<p>A pessoa que você convidar poderá ver suas informações de saúde neste portal e agir por você nele. Você pode encerrar isso a qualquer momento, com efeito imediato.</p>',
    PrivacyStatement:
      '<p>{facility} mantém suas informações de saúde em sigilo.</p><ul><li>Somente quem cuida de você, e quem você autorizar, pode vê-las.</li><li>O portal não mostra publicidade e não envia nada a outras empresas.</li><li>No seu próprio dispositivo, o que você ainda não enviou fica guardado com criptografia até ser enviado.</li><li>Você pode perguntar o que guardamos sobre você e pedir a correção de erros.</li></ul><p>Escreva para {facility}, {place}, ou ligue para {phone}.</p>',
    AccessibilityHelp:
      '<p>Você pode usar todas as partes deste portal com um teclado ou um leitor de tela, aumentar o texto para o dobro do tamanho e escolher menos movimento ou mais contraste nas configurações do seu dispositivo.</p><p>Se algo não funcionar para você, ligue para {phone}. Ajudaremos de outra forma e corrigiremos o problema.</p>',
    Help: '<p>Para ajuda com sua conta ou com este portal, ligue para {facility} no {phone}, de segunda a sexta, das 8h às 17h.</p><p>Para dúvidas médicas, ligue para sua equipe de cuidados. Em uma emergência, ligue para 911.</p>',
  },
  zh: {
    ContactUsHeading: '<p>请在周一至周五上午 8 点至下午 5 点致电 {facility}：{phone}。紧急情况请拨打 911。</p>',
    usefulLinksContent:
      '<p>我们的医护团队认为可信的网页。它们不由 {facility} 运营。</p><ul><li><a href="https://medlineplus.gov/languages/chinesesimplifiedmandarindialect.html">MedlinePlus 中文</a>：用浅显的文字介绍疾病、检查和药物</li><li><a href="https://www.cancer.gov/">National Cancer Institute</a>（英文）：癌症种类与治疗</li></ul><p>因为读到的内容而改变任何事之前，请先与您的医护团队商量。</p>',
    SecurityMessageLegal:
      '<p>我们在工作日阅读消息，并在两个工作日内答复。请勿用消息处理紧急事项：请致电 {phone}，紧急情况请拨打 911。消息会成为您病历的一部分。</p>',
    TermsOfUse:
      '<p>通过本门户，您可以查看部分病历，并向 {facility} 发送信息。</p><h3>您同意</h3><ul><li>不与他人分享密码，并在共用的设备上退出登录。</li><li>您发送的内容据您所知是真实的，并会成为您病历的一部分。</li><li>不用本门户处理紧急情况。紧急情况请拨打 911。</li></ul><h3>我们会做到</h3><ul><li>按照法律和我们的隐私声明保护您的信息。</li><li>记录谁在何时查看了您的信息。您可以索取这份记录。</li><li>账户如被滥用，我们可能会将其关闭。</li></ul><p>有疑问？请致电 {phone}。</p>',
    SignUpLegal: '<p>您在此输入的内容仅用于在我们的记录中找到您并创建账户。如有不符，请致电 {phone}。</p>',
    InvitationStatement: '<p>您邀请的人可以在本门户中查看您的健康信息，并代您操作。您可以随时终止，并立即生效。</p>',
    PrivacyStatement:
      '<p>{facility} 会对您的健康信息保密。</p><ul><li>只有为您提供医护的人员，以及您允许的人，才能看到这些信息。</li><li>本门户不显示广告，也不向其他公司发送任何内容。</li><li>在您自己的设备上，尚未发送的内容会加密保存，直到发送为止。</li><li>您可以询问我们保存了您的哪些信息，并要求更正错误。</li></ul><p>请写信至 {facility}，{place}，或致电 {phone}。</p>',
    AccessibilityHelp:
      '<p>您可以用键盘或屏幕阅读器使用本门户的所有部分，把文字放大到两倍，并在设备的设置中选择减少动态效果或提高对比度。</p><p>如果有什么不能正常使用，请致电 {phone}。我们会用其他方式帮助您，并加以改正。</p>',
    Help: '<p>如需有关账户或本门户的帮助，请在周一至周五上午 8 点至下午 5 点致电 {facility}：{phone}。</p><p>如有医疗问题，请致电您的医护团队。紧急情况请拨打 911。</p>',
  },
};

/** The ten texts of a facility in every language that ships. */
export function facilityTexts(facility: DemoFacility): FacilityText[] {
  const fill = (text: string): string =>
    text
      .replaceAll('{facility}', facility.name)
      .replaceAll('{phone}', facility.phone)
      .replaceAll('{place}', `${facility.street}, ${facility.city}, ${facility.state} ${facility.zipCode}`);
  return languageCodes.flatMap((language) =>
    contentKeys.map((key) => ({
      key,
      language,
      content: key === 'PatientIdentifierLabel' ? facility.patientIdentifier[language] : fill(texts[language][key]),
    })),
  );
}
