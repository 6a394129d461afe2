/*
 * N1QL, which is SQL++ for Couchbase. How tightly operators bind is as in the service: NOT less than comparisons, equality
 * less than order, and IS, IN, BETWEEN and LIKE tighter than both.
 */
grammar N1ql;

statement: (explain | explainFunction | prepare | execute | target) ';'* EOF;

explain: EXPLAIN target;

explainFunction: EXPLAIN FUNCTION functionPath;

prepare: PREPARE (FORCE | SAVE)* (preparedName (FROM | AS))? target;

preparedName: identifier | STRING;

execute: EXECUTE expression (USING (array | object))?;

target: query # queryTarget
    | insert # insertTarget
    | update # updateTarget
    | delete # deleteTarget
    | merge # mergeTarget
    | createScope # createScopeTarget
    | dropScope # dropScopeTarget
    | createCollection # createCollectionTarget
    | dropCollection # dropCollectionTarget
    | flushCollection # flushCollectionTarget
    | createPrimaryIndex # createPrimaryIndexTarget
    | createIndex # createIndexTarget
    | dropPrimaryIndex # dropPrimaryIndexTarget
    | dropIndex # dropIndexTarget
    | buildIndexes # buildIndexesTarget
    | createSequence # createSequenceTarget
    | alterSequence # alterSequenceTarget
    | dropSequence # dropSequenceTarget
    | createFunction # createFunctionTarget
    | dropFunction # dropFunctionTarget
    | executeFunction # executeFunctionTarget
    | transaction # transactionTarget
    | unbuilt # unbuiltTarget;

/* Statements that the service has and this one has not: refused by their first words. */
unbuilt: (ADVISE | ANALYZE | GRANT | INFER | REVOKE) (~EOF)*
    | ALTER (VECTOR | INDEX | BUCKET | USER | GROUP) (~EOF)*
    | UPDATE STATISTICS (~EOF)*
    | (CREATE | DROP) (BUCKET | USER | GROUP) (~EOF)*;

/* Transactions. */

transaction: (START | BEGIN) work isolation? # startTransaction
    | COMMIT work? # commitTransaction
    | ROLLBACK work? (TO SAVEPOINT identifier)? # rollbackTransaction
    | SAVEPOINT identifier # savepoint
    | SET TRANSACTION isolation # setIsolation;

work: TRAN | TRANSACTION | WORK;

isolation: ISOLATION LEVEL READ COMMITTED;

/* Queries. */

query: with? selectTerms orderBy? (limit offset? | offset limit?)?;

with: WITH RECURSIVE? withTerm (',' withTerm)*;

withTerm: identifier AS '(' (query | expression) ')' (CYCLE expressions RESTRICT)? (OPTIONS object)?;

selectTerms: subselect setTerm* # plainTerms
    | '(' query ')' setTerm+ # nestedTerms;

setTerm: op=(UNION | INTERSECT | EXCEPT) ALL? selectTerm;

selectTerm: subselect | '(' query ')';

subselect: SELECT projection from? let? where? group? windows?
    | from let? where? group? windows? SELECT projection;

projection: (ALL | DISTINCT)? (RAW | VALUE) expression (AS? identifier)? # rawProjection
    | (ALL | DISTINCT)? resultTerms (EXCLUDE expressions)? # listProjection;

resultTerms: resultTerm (',' resultTerm)*;

resultTerm: '*' | expression ('.' '*' | AS? identifier)?;

from: FROM fromItem (',' LATERAL? fromItem)*;

fromItem: fromTerm join*;

fromTerm: keyspacePath (AS? identifier)? use? # keyspaceTerm
    | expression (AS? identifier)? use? # expressionTerm;

keyspacePath: SYSTEM ':' identifier # systemPath
    | identifier ':' identifier ('.' identifier '.' identifier)? # namespacePath;

join: joinKind? JOIN LATERAL? fromTerm joinCondition # joined
    | joinKind? NEST LATERAL? fromTerm joinCondition # nested
    | joinKind? (UNNEST | FLATTEN) expression (AS? identifier)? # unnested;

joinKind: INNER | (LEFT | RIGHT) OUTER?;

joinCondition: ON PRIMARY? KEYS VALIDATE? expression # onKeys
    | ON PRIMARY? KEY expression FOR identifier # onKeyFor
    | ON expression # onCondition;

use: USE useOption+;

useOption: PRIMARY? KEYS VALIDATE? expression # useKeys
    | INDEX '(' indexReference (',' indexReference)* ')' # useIndex
    | HASH '(' (BUILD | PROBE) ')' # useHash
    | NL # useLoop;

indexReference: identifier? indexUsing? ;

indexUsing: USING (GSI | VIEW | FTS);

let: LET binding (',' binding)*;

binding: identifier '=' expression;

where: WHERE expression;

group: GROUP BY groupTerm (',' groupTerm)* (GROUP AS identifier)? letting? having?
    | letting having?;

groupTerm: expression (AS? identifier)?;

letting: LETTING binding (',' binding)*;

having: HAVING expression;

windows: WINDOW namedWindow (',' namedWindow)*;

namedWindow: identifier AS windowTerm;

windowTerm: '(' identifier? (PARTITION BY expressions)? orderBy? windowFrame? ')';

windowFrame: unit=(ROWS | RANGE | GROUPS) (frameBound | BETWEEN frameBound AND frameBound) frameExclusion?;

frameBound: UNBOUNDED (PRECEDING | FOLLOWING) # unboundedBound
    | CURRENT ROW # currentRowBound
    | expression (PRECEDING | FOLLOWING) # offsetBound;

frameExclusion: EXCLUDE (CURRENT ROW | GROUP | TIES | NO OTHERS);

orderBy: ORDER BY sortTerm (',' sortTerm)*;

sortTerm: expression (ASC | DESC)? (NULLS (FIRST | LAST))?;

limit: LIMIT expression;

offset: OFFSET expression;

/* Changes. */

insert: (INSERT | UPSERT) INTO keyspaceRef valuesHeader? VALUES tuple (',' VALUES? tuple)* returning? # insertValues
    | (INSERT | UPSERT) INTO keyspaceRef '(' selectHeader ')' query returning? # insertSelect;

keyspaceRef: keyspaceName (AS? identifier)?;

keyspaceName: keyspacePath | identifier ('.' identifier ('.' identifier)?)? | parameter;

valuesHeader: '(' PRIMARY? KEY ',' VALUE (',' OPTIONS)? ')';

tuple: '(' expression ',' expression (',' expression)? ')';

selectHeader: PRIMARY? KEY key=expression (',' VALUE value=expression)? (',' OPTIONS options=expression)?;

returning: RETURNING ((RAW | VALUE) expression | resultTerms);

update: UPDATE keyspaceRef use? let? set? unset? where? limit? returning?;

set: SET setAssignment (',' setAssignment)*;

setAssignment: metaPath '=' expression # setMeta
    | path '=' expression updateFor? # setPath;

metaPath: identifier '(' expression? ')' '.' path;

path: identifier access*;

unset: UNSET unsetTerm (',' unsetTerm)*;

unsetTerm: metaPath # unsetMeta
    | path updateFor? # unsetPath;

updateFor: updateDimension+ (WHEN expression)? END;

updateDimension: FOR bindings;

delete: DELETE FROM keyspaceRef use? let? where? (limit offset? | offset limit?)? returning?;

merge: MERGE INTO keyspaceRef use? USING fromTerm ON (PRIMARY? KEY)? expression let? mergeUpdate? mergeDelete? mergeInsert?
        limit? returning?;

mergeUpdate: WHEN MATCHED THEN UPDATE set? unset? where?;

mergeDelete: WHEN MATCHED THEN DELETE where?;

mergeInsert: WHEN NOT MATCHED THEN INSERT ('(' selectHeader ')' | tuple | expression) where?;

/* Definitions. */

createScope: CREATE SCOPE ifNotExists? scopeName ifNotExists?;

dropScope: DROP SCOPE ifExists? scopeName ifExists?;

scopeName: (identifier ':')? identifier ('.' identifier)?;

createCollection: CREATE COLLECTION ifNotExists? keyspaceName ifNotExists? withClause?;

dropCollection: DROP COLLECTION ifExists? keyspaceName ifExists?;

flushCollection: (FLUSH | TRUNCATE) COLLECTION keyspaceName;

createPrimaryIndex: CREATE PRIMARY INDEX ifNotExists? identifier? ifNotExists? ON keyspaceName indexUsing? withClause?;

createIndex: CREATE VECTOR? INDEX ifNotExists? identifier ifNotExists? ON keyspaceName '(' indexTerm (',' indexTerm)* ')'
        (INCLUDE '(' expressions ')')? indexPartition? where? indexUsing? withClause?;

indexPartition: PARTITION BY HASH '(' expressions ')';

indexTerm: indexKey indexAttribute*;

indexKey: '(' eachKey ')' | eachKey | expression;

eachKey: (ALL | EACH) DISTINCT? eachOf | DISTINCT eachOf;

eachOf: ARRAY ('(' eachKey ')' | eachKey) FOR bindings (WHEN expression)? END # nestedEach
    | expression # plainEach
    | '(' eachOf ')' # parenthesizedEach
    | ARRAY functionName '(' flattenKey (',' flattenKey)* ')' FOR bindings (WHEN expression)? END # flattenedEach
    ;

flattenKey: expression indexAttribute*;

indexAttribute: ASC | DESC | INCLUDE MISSING | VECTOR;

dropPrimaryIndex: DROP PRIMARY INDEX ifExists? identifier? ifExists? ON keyspaceName indexUsing?;

dropIndex: DROP VECTOR? INDEX ifExists? identifier ifExists? ON keyspaceName indexUsing?
    | DROP VECTOR? INDEX ifExists? (identifier ':')? identifier ('.' identifier)+ ifExists? indexUsing?;

buildIndexes: BUILD INDEX ON keyspaceName '(' expressions ')' indexUsing?;

createSequence: CREATE SEQUENCE ifNotExists? sequenceName ifNotExists? (withClause | sequenceOption+)?;

alterSequence: ALTER SEQUENCE sequenceName (withClause | sequenceOption+);

dropSequence: DROP SEQUENCE ifExists? sequenceName ifExists?;

sequenceName: (identifier ':')? identifier ('.' identifier ('.' identifier)?)?;

sequenceOption: START WITH expression # startOption
    | RESTART (WITH expression)? # restartOption
    | INCREMENT BY expression # incrementOption
    | (MAXVALUE expression | NO MAXVALUE) # maxOption
    | (MINVALUE expression | NO MINVALUE) # minOption
    | (CYCLE | NO CYCLE) # cycleOption
    | (CACHE expression | NO CACHE) # cacheOption;

createFunction: CREATE (OR REPLACE)? FUNCTION ifNotExists? functionPath '(' functionParameters? ')' ifNotExists? functionBody;

dropFunction: DROP FUNCTION ifExists? functionPath ifExists?;

executeFunction: EXECUTE FUNCTION functionPath '(' expressions? ')';

functionPath: (identifier ':')? identifier ('.' identifier ('.' identifier)?)?;

functionParameters: '.' '.' '.' # anyParameters
    | identifier (',' identifier)* # namedParameters;

functionBody: '{' expression '}' # bracedBody
    | LANGUAGE INLINE AS expression # inlineBody
    | LANGUAGE JAVASCRIPT AS STRING (AT STRING)? # javaScriptBody
    | LANGUAGE GOLANG AS STRING AT STRING # golangBody;

ifNotExists: IF NOT EXISTS;

ifExists: IF EXISTS;

withClause: WITH expression;

/* Expressions. */

expressions: expression (',' expression)*;

expression: conjunction (OR conjunction)*;

conjunction: negation (AND negation)*;

negation: NOT* equality;

equality: relational (op=('=' | '==' | '!=' | '<>') NOT* relational)?;

relational: matching (op=('<' | '<=' | '>' | '>=') matching)?;

matching: ranged (NOT? LIKE ranged (ESCAPE ranged)?)?;

ranged: membership (NOT? BETWEEN concatenation AND concatenation)?;

membership: tested (NOT? (IN | WITHIN) tested)?;

tested: concatenation test*;

test: IS NOT? (NULL | MISSING | VALUED | KNOWN | UNKNOWN) # isTest
    | IS NOT? DISTINCT FROM concatenation # isDistinct;

concatenation: additive ('||' additive)*;

additive: multiplicative (sumOperator multiplicative)*;

sumOperator: '+' | '-';

multiplicative: unary (productOperator unary)*;

productOperator: '*' | '/' | '%' | '^';

unary: prefix+=('-' | EXISTS)* member;

member: primary before+=access* (scopedCall behind+=access*)?;

/* A call of a function that is named by its scope. */
scopedCall: '.' identifier '(' expressions? ')';

access: '.' identifier # fieldAccess
    | '.' ANY_CASE_IDENTIFIER # anyCaseAccess
    | '.' '[' expression ']' # computedAccess
    | '[' ']' # flatAccess
    | '[' '*' ']' # everyAccess
    | '[' expression ']' # elementAccess
    | '[' low=expression? ':' high=expression? ']' # sliceAccess;

primary: literal # literalPrimary
    | parameter # parameterPrimary
    | call # callPrimary
    | sequenceValue # sequencePrimary
    | SELF # selfPrimary
    | identifier # identifierPrimary
    | ANY_CASE_IDENTIFIER # anyCasePrimary
    | CASE expression? whenThen+ (ELSE expression)? END # casePrimary
    | (ANY | SOME) (AND EVERY)? bindings SATISFIES expression END # anyPrimary
    | EVERY bindings SATISFIES expression END # everyPrimary
    | ARRAY expression FOR bindings (WHEN expression)? END # arrayPrimary
    | FIRST expression FOR bindings (WHEN expression)? END # firstPrimary
    | OBJECT expression ':' expression FOR bindings (WHEN expression)? END # objectPrimary
    | array # newArrayPrimary
    | object # newObjectPrimary
    | '(' expression ')' # parenthesized
    | '(' query ')' # subquery
    | DEFAULT ':' identifier ('.' identifier '.' identifier)? '(' expressions? ')' # pathCallPrimary;

literal: STRING | INTEGER | NUMBER | TRUE | FALSE | NULL | MISSING;

parameter: NAMED_PARAMETER | POSITIONAL_PARAMETER | '?';

call: functionName '(' ('*' | (ALL | DISTINCT)? expressions)? ')' filter? fromEnd? nullsTreatment? over?;

functionName: identifier;

sequenceValue: (NEXTVAL | NEXT VALUE) FOR sequenceName # nextValue
    | (PREVVAL | PREV VALUE) FOR sequenceName # previousValue;

filter: FILTER '(' where ')';

fromEnd: FROM (FIRST | LAST);

nullsTreatment: (RESPECT | IGNORE) NULLS;

over: OVER (identifier | windowTerm);

whenThen: WHEN expression THEN expression;

bindings: bindingOver (',' bindingOver)*;

bindingOver: identifier (':' identifier)? (IN | WITHIN) expression;

array: '[' expressions? ']';

object: '{' (objectMember (',' objectMember)*)? '}';

objectMember: expression (':' expression | AS? identifier)?;

identifier: IDENTIFIER | QUOTED_IDENTIFIER | DEFAULT | USER | ORDER | REPLACE | SEQUENCE | VECTOR;

ADVISE: A D V I S E;
ALL: A L L;
ALTER: A L T E R;
ANALYZE: A N A L Y Z E;
AND: A N D;
ANY: A N Y;
ARRAY: A R R A Y;
AS: A S;
ASC: A S C;
AT: A T;
BEGIN: B E G I N;
BETWEEN: B E T W E E N;
BUCKET: B U C K E T;
BUILD: B U I L D;
BY: B Y;
CACHE: C A C H E;
CASE: C A S E;
COLLECTION: C O L L E C T I O N;
COMMIT: C O M M I T;
COMMITTED: C O M M I T T E D;
CREATE: C R E A T E;
CURRENT: C U R R E N T;
CYCLE: C Y C L E;
DEFAULT: D E F A U L T;
DELETE: D E L E T E;
DESC: D E S C;
DISTINCT: D I S T I N C T;
DROP: D R O P;
EACH: E A C H;
ELSE: E L S E;
END: E N D;
ESCAPE: E S C A P E;
EVERY: E V E R Y;
EXCEPT: E X C E P T;
EXCLUDE: E X C L U D E;
EXECUTE: E X E C U T E;
EXISTS: E X I S T S;
EXPLAIN: E X P L A I N;
FALSE: F A L S E;
FILTER: F I L T E R;
FIRST: F I R S T;
FLATTEN: F L A T T E N;
FLUSH: F L U S H;
FOLLOWING: F O L L O W I N G;
FOR: F O R;
FORCE: F O R C E;
FROM: F R O M;
FTS: F T S;
FUNCTION: F U N C T I O N;
GOLANG: G O L A N G;
GRANT: G R A N T;
GROUP: G R O U P;
GROUPS: G R O U P S;
GSI: G S I;
HASH: H A S H;
HAVING: H A V I N G;
IF: I F;
IGNORE: I G N O R E;
IN: I N;
INCLUDE: I N C L U D E;
INCREMENT: I N C R E M E N T;
INDEX: I N D E X;
INFER: I N F E R;
INLINE: I N L I N E;
INNER: I N N E R;
INSERT: I N S E R T;
INTERSECT: I N T E R S E C T;
INTO: I N T O;
IS: I S;
ISOLATION: I S O L A T I O N;
JAVASCRIPT: J A V A S C R I P T;
JOIN: J O I N;
KEY: K E Y;
KEYS: K E Y S;
KNOWN: K N O W N;
LANGUAGE: L A N G U A G E;
LAST: L A S T;
LATERAL: L A T E R A L;
LEFT: L E F T;
LET: L E T;
LETTING: L E T T I N G;
LEVEL: L E V E L;
LIKE: L I K E;
LIMIT: L I M I T;
MATCHED: M A T C H E D;
MAXVALUE: M A X V A L U E;
MERGE: M E R G E;
MINVALUE: M I N V A L U E;
MISSING: M I S S I N G;
NEST: N E S T;
NEXT: N E X T;
NEXTVAL: N E X T V A L;
NL: N L;
NO: N O;
NOT: N O T;
NULL: N U L L;
NULLS: N U L L S;
OBJECT: O B J E C T;
OFFSET: O F F S E T;
ON: O N;
OPTIONS: O P T I O N S;
OR: O R;
ORDER: O R D E R;
OTHERS: O T H E R S;
OUTER: O U T E R;
OVER: O V E R;
PARTITION: P A R T I T I O N;
PRECEDING: P R E C E D I N G;
PREPARE: P R E P A R E;
PREV: P R E V;
PREVVAL: P R E V V A L;
PRIMARY: P R I M A R Y;
PROBE: P R O B E;
RANGE: R A N G E;
RAW: R A W | E L E M E N T;
READ: R E A D;
RECURSIVE: R E C U R S I V E;
REPLACE: R E P L A C E;
RESPECT: R E S P E C T;
RESTART: R E S T A R T;
RESTRICT: R E S T R I C T;
RETURNING: R E T U R N I N G;
REVOKE: R E V O K E;
RIGHT: R I G H T;
ROLLBACK: R O L L B A C K;
ROW: R O W;
ROWS: R O W S;
SATISFIES: S A T I S F I E S;
SAVE: S A V E;
SAVEPOINT: S A V E P O I N T;
SCOPE: S C O P E;
SELECT: S E L E C T;
SELF: S E L F;
SEQUENCE: S E Q U E N C E;
SET: S E T;
SOME: S O M E;
START: S T A R T;
STATISTICS: S T A T I S T I C S;
SYSTEM: S Y S T E M;
THEN: T H E N;
TIES: T I E S;
TO: T O;
TRAN: T R A N;
TRANSACTION: T R A N S A C T I O N;
TRUE: T R U E;
TRUNCATE: T R U N C A T E;
UNBOUNDED: U N B O U N D E D;
UNION: U N I O N;
UNKNOWN: U N K N O W N;
UNNEST: U N N E S T;
UNSET: U N S E T;
UPDATE: U P D A T E;
UPSERT: U P S E R T;
USE: U S E;
USER: U S E R;
USING: U S I N G;
VALIDATE: V A L I D A T E;
VALUE: V A L U E;
VALUED: V A L U E D;
VALUES: V A L U E S;
VECTOR: V E C T O R;
VIEW: V I E W;
WHEN: W H E N;
WHERE: W H E R E;
WINDOW: W I N D O W;
WITH: W I T H;
WITHIN: W I T H I N;
WORK: W O R K;

/* Words that the language keeps for itself and that stand nowhere above. */
RESERVED: B I N A R Y | B O O L E A N | B R E A K | C A L L | C A S T | C L U S T E R
    | C O L L A T E | C O N N E C T | C O N T I N U E | C O R R E L A T E D | C O V E R | D A T A B A S E
    | D A T A S E T | D A T A S T O R E | D E C L A R E | D E C R E M E N T | D E R I V E D | D E S C R I B E | D O
    | F E T C H | I L I K E | K E Y S P A C E
    | L S M | M A P | M A P P I N G | M A T E R I A L I Z E D | M I N U S
    | N A M E S P A C E | N U M B E R | O P T I O N | P A R S E
    | P A S S W O R D | P A T H | P O O L | P R I V A T E | P R I V I L E G E
    | P R O C E D U R E | P U B L I C | R E A L M | R E D U C E | R E N A M E 
    | R E T U R N | R O L E | R O L E S | S C H E M A | S E M I | S H O W | S T R I N G | T R I G G E R
    | U N D E R | U N I Q U E | V I A | W H I L E | X O R;

STRING: '"' ('\\' . | ~["\\])* '"' | '\'' ('\\' . | '\'\'' | ~['\\])* '\'';

/* In which large and small letters are alike. */
ANY_CASE_IDENTIFIER: '`' ('\\' . | '``' | ~[`\\])* '`i';

QUOTED_IDENTIFIER: '`' ('\\' . | '``' | ~[`\\])* '`';

INTEGER: '0' | [1-9] DIGIT*;
NUMBER: INTEGER '.' DIGIT+ EXPONENT? | INTEGER EXPONENT;
BAD_NUMBER: DIGIT+ LETTER WORD*;

NAMED_PARAMETER: [$@] LETTER WORD*;
POSITIONAL_PARAMETER: [$@] [1-9] DIGIT*;

IDENTIFIER: LETTER WORD*;

BLOCK_COMMENT: '/*' .*? '*/' -> skip;
LINE_COMMENT: '--' ~[\r\n]* -> skip;
SPACE: [ \t\r\n\f\u000B]+ -> skip;

/* Begins a text or a name that nobody closes. */
UNCLOSED: ["'`];

/* So that the parser is the one who objects. */
OTHER: .;

fragment LETTER: [a-zA-Z_];
fragment WORD: [a-zA-Z0-9_];
fragment DIGIT: [0-9];
fragment EXPONENT: E [-+]? DIGIT+;

fragment A: [aA];
fragment B: [bB];
fragment C: [cC];
fragment D: [dD];
fragment E: [eE];
fragment F: [fF];
fragment G: [gG];
fragment H: [hH];
fragment I: [iI];
fragment J: [jJ];
fragment K: [kK];
fragment L: [lL];
fragment M: [mM];
fragment N: [nN];
fragment O: [oO];
fragment P: [pP];
fragment Q: [qQ];
fragment R: [rR];
fragment S: [sS];
fragment T: [tT];
fragment U: [uU];
fragment V: [vV];
fragment W: [wW];
fragment X: [xX];
fragment Y: [yY];
fragment Z: [zZ];
