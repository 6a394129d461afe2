package dev.mayfly.face.mongo.language.regex;

import java.util.List;

/**
 * A pattern as instructions for the backtracking engine.
 *
 * @param code instructions with their operands, as {@link RegexCompiler} writes them
 * @param sets the sets of characters that instructions name by their index
 * @param groups how many groups there are
 * @param loops how many loops keep a count
 * @param marks how many parts keep the height of the stack
 * @param first the character that every match begins with, or -1
 * @param isAnchored whether every match begins where the text does
 */
record RegexProgram(
        int[] code,
        List<CodePoints> sets,
        int groups,
        int loops,
        int marks,
        int first,
        boolean isAnchored,
        RegexParser.Parsed source) {
    static final int MATCH = 0;
    static final int CHARACTER = 1;
    static final int FOLDED = 2;
    static final int SET = 3;
    static final int SET_LOOP = 4;
    static final int SPLIT = 5;
    static final int JUMP = 6;
    static final int OPEN = 7;
    static final int CLOSE = 8;
    static final int KEEP_OUT = 9;
    static final int PLACE = 10;
    static final int REFERENCE = 11;
    static final int CONDITION = 12;
    static final int LOOP_START = 13;
    static final int LOOP = 14;
    static final int MARK = 15;
    static final int ATOMIC_END = 16;
    static final int LOOK_END = 17;
    static final int NOT = 18;
    static final int NOT_END = 19;
    static final int BACK = 20;
    static final int FAIL = 21;
    static final int COMMIT = 22;
    static final int PRUNE = 23;
    static final int SKIP = 24;
    static final int THEN = 25;
}
