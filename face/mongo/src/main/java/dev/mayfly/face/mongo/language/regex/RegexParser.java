package dev.mayfly.face.mongo.language.regex;

import dev.mayfly.face.mongo.language.regex.RegexNode.Greed;
import dev.mayfly.face.mongo.language.regex.RegexNode.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a regular expression as PCRE2 does, but for recursion and callouts. Used once. */
final class RegexParser {
    private static final int DEPTH_MAX = 250;

    private final PatternText in;
    private final EscapeParser escapes;
    private final QuantifierParser quantifiers;
    private final PatternGroups groups = new PatternGroups();
    private int depth;

    private RegexParser(PatternText in) {
        this.in = in;
        this.escapes = new EscapeParser(in);
        this.quantifiers = new QuantifierParser(in);
    }

    /** A parsed pattern, with its global settings. */
    record Parsed(RegexNode root, int groups, StartVerbs verbs, boolean isUnicode, String newlines) {}

    /** @throws RegexFault if it is no pattern */
    static Parsed parse(String pattern, String options) {
        PatternText in = new PatternText(pattern, options);
        StartVerbs verbs = StartVerbs.read(in);
        RegexParser parser = new RegexParser(in);
        RegexNode root = parser.alternation(false);
        if (!in.isAtEnd()) {
            throw in.fault("unmatched closing parenthesis");
        }
        parser.groups.checkReferences(in);
        return new Parsed(root, parser.groups.count(), verbs, in.isUnicode, in.newlines);
    }

    /** @param resets whether the groups of all branches have the same numbers */
    private RegexNode alternation(boolean resets) {
        List<RegexNode> branches = new ArrayList<>();
        int first = groups.count();
        int most = first;
        do {
            if (resets) {
                groups.continueAfter(first);
            }
            branches.add(sequence());
            most = Math.max(most, groups.count());
        } while (in.accept('|'));
        groups.continueAfter(most);
        return branches.size() == 1 ? branches.getFirst() : new RegexNode.Alternation(branches);
    }

    private RegexNode sequence() {
        List<RegexNode> parts = new ArrayList<>();
        in.skipSpace();
        while (!in.isAtEnd() && in.peek() != '|' && in.peek() != ')') {
            if (in.accept("\\Q")) {
                quoted(parts);
            } else if (!in.accept("\\E")) {
                RegexNode atom = atom();
                if (atom != null) {
                    in.skipSpace();
                    parts.add(quantifiers.quantified(atom));
                }
            }
            in.skipSpace();
        }
        return parts.size() == 1 ? parts.getFirst() : new RegexNode.Sequence(parts);
    }

    private void quoted(List<RegexNode> parts) {
        while (!in.isAtEnd() && !in.accept("\\E")) {
            RegexNode literal = literal(in.next());
            boolean isLast = in.looksAt("\\E");
            if (isLast) {
                in.accept("\\E");
                parts.add(quantifiers.quantified(literal));
                return;
            }
            parts.add(literal);
        }
    }

    private RegexNode literal(int point) {
        boolean folds = in.ignoresCase
                && (Character.toLowerCase(point) != point
                        || Character.toUpperCase(point) != point
                        || CodePoints.Orbits.of(point).length > 0);
        return new RegexNode.Literal(point, folds);
    }

    /** One atom, or null where there is none: after a comment or a switch of modes. */
    private @Nullable RegexNode atom() {
        int point = in.next();
        return switch (point) {
            case '.' -> dot();
            case '^' -> new RegexNode.At(in.isMultiline ? Place.LINE_START : Place.TEXT_START);
            case '$' -> new RegexNode.At(in.isMultiline ? Place.LINE_END : Place.LAST_LINE_END);
            case '[' -> new ClassParser(in, escapes).read();
            case '(' -> group();
            case '\\' -> escape();
            case '*', '+', '?' -> throw in.fault("quantifier does not follow a repeatable item");
            case '{' -> {
                in.back(in.position() - 1);
                if (quantifiers.hasBraces()) {
                    throw in.fault("quantifier does not follow a repeatable item");
                }
                in.next();
                yield literal(point);
            }
            default -> literal(point);
        };
    }

    private RegexNode dot() {
        return in.isDotAll ? new RegexNode.Characters(_ -> true, "(?s:.)") : notNewline();
    }

    private RegexNode notNewline() {
        return new RegexNode.Characters(CodePoints.not(CodePoints.of(in.newlines)), "[^\\n]");
    }

    private RegexNode escape() {
        if (in.isAtEnd()) {
            throw in.fault("\\ at end of pattern");
        }
        int mark = in.position();
        int letter = in.next();
        EscapeParser.Shorthand set = escapes.shorthand(letter);
        if (set != null) {
            return new RegexNode.Characters(set.set(), set.linear() == null ? null : "[" + set.linear() + "]");
        }
        return switch (letter) {
            case 'A' -> new RegexNode.At(Place.TEXT_START);
            case 'z' -> new RegexNode.At(Place.TEXT_END);
            case 'Z' -> new RegexNode.At(Place.LAST_LINE_END);
            case 'b' -> new RegexNode.At(Place.WORD_BOUNDARY);
            case 'B' -> new RegexNode.At(Place.NO_WORD_BOUNDARY);
            case 'G' -> new RegexNode.At(Place.SEARCH_START);
            case 'K' -> new RegexNode.KeepOut();
            case 'N' -> notNewline();
            case 'R' -> anyNewline();
            case 'X' -> grapheme();
            case 'g', 'k' -> namedReference(letter);
            case 'C' -> throw in.fault("\\C is not allowed in a lookbehind assertion in UTF-8 mode");
            case '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                in.back(mark);
                yield numbered();
            }
            default -> literal(escapes.character(letter));
        };
    }

    private RegexNode anyNewline() {
        RegexNode pair =
                new RegexNode.Sequence(List.of(new RegexNode.Literal('\r', false), new RegexNode.Literal('\n', false)));
        RegexNode single = new RegexNode.Characters(CodePoints.VERTICAL, null);
        return new RegexNode.Atomic(new RegexNode.Alternation(List.of(pair, single)));
    }

    /** A character with the marks that belong to it. */
    private static RegexNode grapheme() {
        CodePoints marks = point -> switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> point == 0x200d;
        };
        RegexNode rest =
                new RegexNode.Loop(new RegexNode.Characters(marks, null), 0, RegexNode.UNBOUNDED, Greed.POSSESSIVE);
        return new RegexNode.Sequence(List.of(new RegexNode.Characters(_ -> true, null), rest));
    }

    /** Parses a reference if the number has one digit or that many groups exist, and an octal number otherwise. */
    private RegexNode numbered() {
        int mark = in.position();
        int number = in.number(10, 9);
        if (number < 10 || number <= in.groupsAhead()) {
            return reference(number);
        }
        in.back(mark);
        int octal = in.number(8, 3);
        return octal == PatternText.NONE ? literal(in.next()) : literal(escapes.valid(octal));
    }

    private RegexNode reference(int group) {
        groups.refer(group);
        return new RegexNode.Reference(group, in.ignoresCase);
    }

    private RegexNode namedReference(int letter) {
        char end = in.accept('{') ? '}' : in.accept('<') ? '>' : in.accept('\'') ? '\'' : 0;
        if (letter == 'g' && end != '}' && end != 0) {
            throw in.fault("subroutine calls are not supported");
        }
        String name = end != 0
                ? in.until(end, "\\" + (char) letter + " is not followed by a braced, angle-bracketed, or quoted name")
                : (in.accept('-') ? "-" : "") + in.number(10, 9);
        return reference(groups.named(name, in));
    }

    /** A group whose opening parenthesis was read; null for a comment or a switch of modes. */
    private @Nullable RegexNode group() {
        if (in.accept('*')) {
            return verb(in.until(')', "(*VERB) not recognized or malformed"));
        }
        if (depth == DEPTH_MAX) {
            throw in.fault("parentheses are too deeply nested");
        }
        depth++;
        RegexNode node = in.accept('?') ? special() : in.isNamedOnly ? body(false) : capture(null);
        depth--;
        return node;
    }

    private RegexNode capture(@Nullable String name) {
        return new RegexNode.Capture(groups.open(name), body(false));
    }

    /** Parses up to the closing parenthesis; the modes switched inside are reset there. */
    private RegexNode body(boolean resets) {
        PatternModes modes = PatternModes.of(in);
        RegexNode body = alternation(resets);
        modes.restore(in);
        if (!in.accept(')')) {
            throw in.fault("missing closing parenthesis");
        }
        return body;
    }

    private @Nullable RegexNode special() {
        int mark = in.position();
        return switch (in.next()) {
            case '#' -> {
                in.until(')', "missing ) after (?# comment");
                yield null;
            }
            case ':' -> body(false);
            case '|' -> body(true);
            case '>' -> new RegexNode.Atomic(body(false));
            case '=' -> new RegexNode.Look(body(false), false, false);
            case '!' -> new RegexNode.Look(body(false), false, true);
            case '<' ->
                in.accept('=')
                        ? new RegexNode.Look(body(false), true, false)
                        : in.accept('!') ? new RegexNode.Look(body(false), true, true) : capture(name('>'));
            case '\'' -> capture(name('\''));
            case 'P' -> python();
            case '(' -> conditional();
            case 'R', '&', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
                throw in.fault("recursion and subroutine calls are not supported");
            case 'C' -> throw in.fault("callouts are not supported");
            default -> {
                in.back(mark);
                yield modes();
            }
        };
    }

    private String name(char end) {
        String name = in.until(end, "syntax error in subpattern name (missing terminator?)");
        if (!name.matches("[A-Za-z_][A-Za-z_0-9]{0,31}")) {
            throw in.fault("subpattern name expected");
        }
        if (groups.has(name)) {
            throw in.fault("two named subpatterns have the same name (PCRE2_DUPNAMES not set)");
        }
        return name;
    }

    private RegexNode python() {
        if (in.accept('<')) {
            return capture(name('>'));
        }
        if (in.accept('=')) {
            return reference(groups.named(in.until(')', "(?P= syntax error"), in));
        }
        throw in.fault("recursion and subroutine calls are not supported");
    }

    private RegexNode conditional() {
        RegexNode condition = null;
        int group = 0;
        if (in.peek() == '?') {
            condition = group();
        } else {
            String name =
                    in.until(')', "missing closing parenthesis for condition").replaceAll("[<>']", "");
            if (name.equals("DEFINE")) {
                throw in.fault("subroutine calls are not supported");
            }
            group = groups.named(name, in);
            groups.refer(group);
        }
        RegexNode body = body(false);
        List<RegexNode> branches = body instanceof RegexNode.Alternation(var both) ? both : List.of(body);
        if (branches.size() > 2) {
            throw in.fault("conditional subpattern contains more than two branches");
        }
        RegexNode no = branches.size() == 2 ? branches.get(1) : RegexNode.EMPTY;
        if (condition == null) {
            return new RegexNode.Conditional(group, branches.getFirst(), no);
        }
        if (!(condition instanceof RegexNode.Look look)) {
            throw in.fault("assertion expected after (?( or (?(?C)");
        }
        RegexNode opposite = new RegexNode.Look(look.body(), look.isBehind(), !look.isNegative());
        return new RegexNode.Alternation(List.of(
                new RegexNode.Sequence(List.of(look, branches.getFirst())),
                new RegexNode.Sequence(List.of(opposite, no))));
    }

    /** {@code (?i-m)} for what follows, or {@code (?i-m:...)} for what is inside. */
    private @Nullable RegexNode modes() {
        PatternModes before = PatternModes.of(in);
        boolean on = true;
        if (in.accept('^')) {
            PatternModes.clear(in);
        }
        while (true) {
            int letter = in.next();
            if (letter == ')') {
                return null;
            }
            if (letter == ':') {
                RegexNode body = body(false);
                before.restore(in);
                return body;
            }
            if (letter == '-' && on) {
                on = false;
            } else if (letter > 'z' || letter == 'u' || !in.set((char) letter, on)) {
                throw in.fault("unrecognized character after (? or (?-");
            }
        }
    }

    private RegexNode verb(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        return switch (name) {
            case "ACCEPT" -> new RegexNode.Control(RegexNode.Verb.ACCEPT);
            case "FAIL", "F" -> new RegexNode.Control(RegexNode.Verb.FAIL);
            case "COMMIT" -> new RegexNode.Control(RegexNode.Verb.COMMIT);
            case "PRUNE" -> new RegexNode.Control(RegexNode.Verb.PRUNE);
            case "THEN" -> new RegexNode.Control(RegexNode.Verb.THEN);
            // A name is that of a mark, and where there is no such mark the verb does nothing.
            case "SKIP" -> colon < 0 ? new RegexNode.Control(RegexNode.Verb.SKIP) : RegexNode.EMPTY;
            default -> throw in.fault("(*VERB) not recognized or malformed");
        };
    }
}
