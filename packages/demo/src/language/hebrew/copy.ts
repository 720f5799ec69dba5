import type { Phrases } from '../phrases.ts';

export const hebrewPhrases: Phrases = {
  average: (title) => `${title}, ממוצע`,
  total: (title) => `${title}, סך הכול`,
  everywhere: () => 'כל המקומות',
  percentagePoints: 'נקודות אחוז',
  change: ({ name, from, to, change, between }) =>
    `${name}: מ־${from.amount} בשנת ${from.year} ל־${to.amount} בשנת ${to.year}, שינוי של ${change}` +
    (between ? `; בשנים שביניהן ${between}` : ''),
  ranking: ({ name, isHighest, ofChange, scope, list }) => {
    const [high, low] = ofChange ? ['העלייה הגדולה ביותר', 'הירידה הגדולה ביותר'] : ['הגבוה ביותר', 'הנמוך ביותר'];
    return `${name}, ${isHighest ? high : low} (${scope}): ${list}`;
  },
  entry: (name, amount) => `${name} עם ${amount}`,
  fromTo: (from, to) => `מ־${from} ל־${to}`,
  levelWith: (names) => `, שווה ל${names.join(' ול')}`,
  next: (entries) => `; אחריו ${entries.join(', ')}`,
  difference: (title, gap, higher) => `ההפרש (${title}): ${gap}, והגבוה יותר הוא ${higher}`,
  noDifference: (title) => `ההפרש (${title}): אין`,
  higherOf: (_count, name, gap, other) => `הערך הגבוה ביותר: ${name}, ${gap} יותר מ${other}.`,
  equalHighest: (one, other) => `שני הערכים הגבוהים שווים: ${one} ו${other}.`,
  list: (names) => names.join(' ו'),
  note: (words) => `הערה: ${words}`,
  source: (title, datasetId) => `${title} (${datasetId}), נתוני דוגמה`,
  sources: (list) => `${list.length > 1 ? 'מקורות' : 'מקור'}: ${list.join('; ')}.`,

  askHighest: (placeTitle, measure, year) => `באיזו ${placeTitle} היה הערך הגבוה ביותר של ${measure} בשנת ${year}?`,
  askChange: (measure, place, first, last) =>
    `איך השתנה המדד ${measure}${place ? ` ב${place}` : ''} בין ${first} ל-${last}?`,
  askValue: (measure, place, year) => `מה היה הערך של ${measure}${place ? ` ב${place}` : ''} בשנת ${year}?`,
  askWhatThereIs: (topic) => `אילו נתונים יש על ${topic}?`,

  describe: ({ title, measures, places, years }) =>
    `${title}: ${[measures.join(', '), places, years, 'נתוני דוגמה'].filter(Boolean).join('; ')}`,

  nothingAbout: (words) => `אין בקטלוג נתונים על ${words.join(', ')}.`,
  searchedFor: (query) => `חיפשתי: "${query}".`,
  available: (titles) => `יש: ${titles.join('; ')}.`,
  noPlace: (names, tables) => `אין נתונים על ${names.join(', ')}: ${tables.join('; ')}.`,
  placesOf: (title, places) => `במאגר "${title}" יש ${places.join(', ') || 'אין מקומות'}`,
  noYears: (title, missing, first, last) =>
    `נמצא המאגר "${title}", אבל אין בו נתונים לשנת ${missing.join(', ')}; הוא מכסה את ${first} עד ${last}.`,
  noFigures: (title) => `במאגר "${title}" אין מספרים לשאלה הזאת.`,
  gap: (names) => `אין מספרים עבור ${names.join(', ')}.`,
  unknownPlaces: (names) => `אין בנתונים דבר על ${names.join(', ')}.`,
  closestMatch: (words, titles) => `אין נתונים על ${words.join(', ')}. ההתאמה הקרובה ביותר: ${titles.join('; ')}.`,
  noReasons: 'הטבלאות אומרות כמה, לא למה.',
  couldNotAnswer: (task, reason) => `לא הצלחתי לענות על "${task}": ${reason || 'המשימה הסתיימה בלי הסבר.'}`,
  toolFailed: (tool, words) => `הכלי ${tool} נכשל: ${words}`,
  unreadable: (tool) => `לא הצלחתי לקרוא את התשובה של ${tool}.`,
  noTool: (tool) => `לשם כך דרוש לי הכלי ${tool}, ואין לי אותו.`,
  noSubAgents: 'אין סוכן זמין להאצלת המשימה.',
  noResults: 'לא חזר דבר שאפשר לענות ממנו.',
  cannotTell: 'לא הצלחתי להבין מה לחפש.',
  noMeans: 'אני יכול לבדוק זאת רק עם כלי נתונים או עם סוכנים לשלוח, וכאן אין לי אף אחד מהם.',

  aboutMe:
    'אני מודל ההדגמה של Retinue: אני פועל לפי כללים ומבין רק שאלות פשוטות על קטלוג הדוגמה. ' +
    'אפשר לבקש ממני לבדוק, להשוות, לדרג, לסכם או לחשב ממוצע, למשל: "איך השתנה מספר הנוסעים בחיפה ובירושלים בין 2018 ל-2023?"',
  hello: 'שלום!',
  welcome: 'בבקשה. אפשר לשאול אותי על עוד נתון בכל עת.',
  signature: '(ענה מודל ההדגמה המובנה, שפועל לפי כללים; הוסיפו ספק כדי לקבל מודל אמיתי.)',
  delegate: (agents, parts) =>
    parts === 1
      ? `אני מעביר את זה ל־${agents.join('')}.`
      : `אני מחלק את זה ל־${parts} חלקים ושולח אותם במקביל ל־${agents.join(' ול־')}.`,
  readOnly: (characters) => `קראתי רק את ${characters} התווים הראשונים.`,
  askTopic: 'מה תרצו לדעת? בחרו נושא, או כתבו נושא עם מקום ושנה.',
  askWhich: 'כמה מאגרים מתאימים באותה מידה. לאיזה מהם הכוונה?',
  stillUnsure: (titles) => `כמה מאגרים מתאימים באותה מידה: ${titles.join('; ')}. נקבו באחד מהם.`,
  report: (topic) => `דוח: ${topic}`,
};
