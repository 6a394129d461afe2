/*
 * The query language of Azure Cosmos DB for NoSQL. How tightly operators bind is as in the service: NOT as tightly as a
 * minus, comparisons tighter than the operators on bits, and those tighter than ||.
 */
grammar CosmosSql;

statement: query EOF;

query: select from? where? groupBy? orderBy? window?;

select: SELECT DISTINCT? top? selection;

top: TOP amount;

amount: NUMBER | PARAMETER;

selection: '*' # everything
    | VALUE expression # oneValue
    | selected (',' selected)* # list;

selected: expression (AS? identifier)?;

from: FROM source (JOIN source)*;

source: collection (AS? identifier)? # whole
    | identifier IN collection # eachOf;

collection: functionCall # computed
    | identifier step* # path
    | '(' query ')' # derived;

step: '.' name | '[' (NUMBER | STRING) ']';

where: WHERE expression;

groupBy: GROUP BY expression (',' expression)*;

orderBy: ORDER BY order (',' order)* # byValues
    | ORDER BY RANK order (',' order)* # byRank;

order: expression (ASC | DESC)?;

window: OFFSET amount LIMIT amount;

expression: coalesced ('?' expression ':' expression)?;

coalesced: disjunction ('??' disjunction)*;

disjunction: conjunction (OR conjunction)*;

conjunction: predicate (AND predicate)*;

predicate: binary relation?;

relation: NOT? BETWEEN binary AND binary # between
    | NOT? IN '(' expression (',' expression)* ')' # in
    | NOT? LIKE binary (ESCAPE STRING)? # like;

binary: unary # single
    | binary op=('*' | '/' | '%') binary # operation
    | binary op=('+' | '-') binary # operation
    | binary op=('<<' | '>>' | '>>>') binary # operation
    | binary op=('<' | '<=' | '>' | '>=') binary # operation
    | binary op=('=' | '!=' | '<>') binary # operation
    | binary op='&' binary # operation
    | binary op='^' binary # operation
    | binary op='|' binary # operation
    | binary op='||' binary # operation;

unary: prefix+=('-' | '+' | '~' | NOT)* member;

member: primary access*;

access: '.' name | '[' expression ']';

primary: constant # literal
    | PARAMETER # parameter
    | PLACEHOLDER # placeholder
    | identifier # reference
    | UDF '.' name '(' arguments? ')' # userCall
    | functionCall # call
    | '[' arguments? ']' # array
    | '{' (property (',' property)*)? '}' # object
    | '(' expression ')' # parenthesized
    | '(' query ')' # scalarQuery
    | EXISTS '(' query ')' # exists
    | ARRAY '(' query ')' # arrayOf
    | ALL '(' query ')' # all
    | FIRST '(' query ')' # first
    | LAST '(' query ')' # last;

functionCall: identifier '(' arguments? ')';

arguments: expression (',' expression)*;

property: (STRING | name) ':' expression;

constant: STRING | NUMBER | HEX_NUMBER | TRUE | FALSE | NULL | UNDEFINED;

identifier: IDENTIFIER | ALL | FIRST | LAST | UDF;

/* A word behind a dot may be any. */
name: identifier
    | AND | ARRAY | AS | ASC | BETWEEN | BY | DESC | DISTINCT | ESCAPE | EXISTS | FALSE | FROM | GROUP | IN | JOIN | LIKE
    | LIMIT | NOT | NULL | OFFSET | OR | ORDER | RANK | SELECT | TOP | TRUE | UNDEFINED | VALUE | WHERE;

ALL: A L L;
AND: A N D;
ARRAY: A R R A Y;
AS: A S;
ASC: A S C;
BETWEEN: B E T W E E N;
BY: B Y;
DESC: D E S C;
DISTINCT: D I S T I N C T;
ESCAPE: E S C A P E;
EXISTS: E X I S T S;
FALSE: F A L S E;
FIRST: F I R S T;
FROM: F R O M;
GROUP: G R O U P;
IN: I N;
JOIN: J O I N;
LAST: L A S T;
LIKE: L I K E;
LIMIT: L I M I T;
NOT: N O T;
NULL: N U L L;
OFFSET: O F F S E T;
OR: O R;
ORDER: O R D E R;
RANK: R A N K;
SELECT: S E L E C T;
TOP: T O P;
TRUE: T R U E;
UDF: U D F;
UNDEFINED: U N D E F I N E D;
VALUE: V A L U E;
WHERE: W H E R E;

/* A client that plans a query by itself leaves this in it for the range it goes on from; it stands for true. */
PLACEHOLDER: '{documentdb-formattableorderbyquery-filter}';

NUMBER: DIGIT+ ('.' DIGIT*)? EXPONENT? | '.' DIGIT+ EXPONENT?;
HEX_NUMBER: '0' [xX] HEX+;
BAD_NUMBER: DIGIT WORD+;

STRING: '"' (ESCAPED | ~["\\\u0000-\u001F])* '"' | '\'' (ESCAPED | ~['\\\u0000-\u001F])* '\'';
BAD_STRING: '"' (ESCAPED | ~["\\\r\n])* | '\'' (ESCAPED | ~['\\\r\n])*;

IDENTIFIER: [\p{L}_] WORD*;
PARAMETER: '@' WORD+;

COMMENT: '--' ~[\r\n]* -> skip;
SPACE: [ \t\r\n\f\u00A0\uFEFF]+ -> skip;

/* So that the parser is the one who objects. */
OTHER: .;

fragment ESCAPED: '\\' (["'\\/bfnrt] | 'u' HEX HEX HEX HEX);
fragment WORD: [\p{L}\p{N}_];
fragment HEX: [0-9a-fA-F];
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
fragment R: [rR];
fragment S: [sS];
fragment T: [tT];
fragment U: [uU];
fragment V: [vV];
fragment W: [wW];
fragment X: [xX];
fragment Y: [yY];
