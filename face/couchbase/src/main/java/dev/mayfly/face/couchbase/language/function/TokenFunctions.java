package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Pattern;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.base.sql.LikePattern;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Functions of the words of which texts consist, the names of fields among them, and of the other values within. */
final class TokenFunctions {
    private static final String BRACKETS = "()[]{}";

    private TokenFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.any("TOKENS", 1, 2, TokenFunctions::tokens);
        table.add("CONTAINS_TOKEN", 2, 3, TokenFunctions::contains);
        table.alias("HAS_TOKEN", "CONTAINS_TOKEN");
        table.add("CONTAINS_TOKEN_LIKE", 2, 3, TokenFunctions::containsLike);
        table.addRemembering("CONTAINS_TOKEN_REGEXP", 2, 3, () -> {
            CompiledPattern remembered = new CompiledPattern();
            var function = N1qlFunctionTable.known(arguments -> containsRegexp(arguments, remembered));
            return (_, arguments) -> function.apply(arguments);
        });
        table.alias("CONTAINS_TOKEN_REGEX", "CONTAINS_TOKEN_REGEXP");
    }

    private static N1qlValue tokens(N1qlValue[] arguments) {
        N1qlValue given = arguments.length == 2 ? arguments[1] : N1qlValues.EMPTY_OBJECT;
        if (arguments[0].isMissing() || given.isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(given instanceof N1qlObject options)) {
            return N1qlValues.NULL;
        }
        return N1qlValues.array(new ArrayList<>(tokensOf(arguments[0], new Options(options))));
    }

    private static Set<N1qlValue> tokensOf(N1qlValue value, Options options) {
        Set<N1qlValue> tokens = new LinkedHashSet<>();
        add(value, options, tokens);
        return tokens;
    }

    private static void add(N1qlValue value, Options options, Set<N1qlValue> tokens) {
        if (value instanceof N1qlString text) {
            addWords(text.stringValue(), options, word -> tokens.add(N1qlValues.of(word)));
        } else if (value instanceof N1qlArray array) {
            for (N1qlValue element : array) {
                add(element, options, tokens);
            }
        } else if (value instanceof N1qlObject object) {
            boolean names = options.flag("names", true);
            object.toMap().forEach((name, field) -> {
                if (names) {
                    add(N1qlValues.of(name), options, tokens);
                }
                add(field, options, tokens);
            });
        } else if (!value.isMissing()) {
            tokens.add(value);
        }
    }

    private static void addWords(String text, Options options, Consumer<String> words) {
        String letters = options.text("case", "").toLowerCase(Locale.ROOT);
        Consumer<String> folded = word -> words.accept(
                switch (letters) {
                    case "lower" -> word.toLowerCase(Locale.ROOT);
                    case "upper" -> word.toUpperCase(Locale.ROOT);
                    default -> word;
                });
        if (!options.flag("split", true)) {
            folded.accept(options.flag("trim", true) ? text.strip() : text);
            return;
        }
        split(text, TokenFunctions::isPartOfWord, folded);
        if (options.flag("specials", false)) {
            // Addresses and numbers with signs inside of them remain whole, too.
            split(text, code -> !Character.isWhitespace(code) && BRACKETS.indexOf(code) < 0, whole -> {
                int end = whole.length();
                while (end > 0 && !isPartOfWord(whole.codePointBefore(end))) {
                    end = whole.offsetByCodePoints(end, -1);
                }
                if (end > 0) {
                    folded.accept(whole.substring(0, end));
                }
            });
        }
    }

    private static boolean isPartOfWord(int code) {
        int type = Character.getType(code);
        return Character.isLetter(code)
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER;
    }

    private static void split(String text, IntPredicate inside, Consumer<String> parts) {
        int from = 0;
        int at = 0;
        while (at < text.length()) {
            int code = text.codePointAt(at);
            if (!inside.test(code)) {
                if (at > from) {
                    parts.accept(text.substring(from, at));
                }
                from = at + Character.charCount(code);
            }
            at += Character.charCount(code);
        }
        if (from < text.length()) {
            parts.accept(text.substring(from));
        }
    }

    private static N1qlValue contains(N1qlValue[] arguments) {
        N1qlValue sought = arguments[1];
        return matching(arguments, sought::equals);
    }

    private static N1qlValue containsLike(N1qlValue[] arguments) {
        if (!(arguments[1] instanceof N1qlString source)) {
            return N1qlValues.NULL;
        }
        LikePattern pattern = N1qlLike.pattern(source.stringValue(), "\\");
        return matching(arguments, token -> token instanceof N1qlString text && pattern.matches(text.stringValue()));
    }

    private static N1qlValue containsRegexp(N1qlValue[] arguments, CompiledPattern remembered) {
        if (!(arguments[1] instanceof N1qlString source)) {
            return N1qlValues.NULL;
        }
        Pattern pattern = remembered.pattern("^" + source.stringValue() + "$");
        return matching(
                arguments,
                token -> token instanceof N1qlString text
                        && pattern.matcher(new SteppedText(text.stringValue())).find());
    }

    private static N1qlValue matching(N1qlValue[] arguments, Predicate<N1qlValue> wanted) {
        N1qlValue given = arguments.length == 3 ? arguments[2] : N1qlValues.EMPTY_OBJECT;
        if (!(given instanceof N1qlObject options)) {
            return N1qlValues.NULL;
        }
        for (N1qlValue token : tokensOf(arguments[0], new Options(options))) {
            if (!token.isNull() && wanted.test(token)) {
                return N1qlValues.TRUE;
            }
        }
        return N1qlValues.FALSE;
    }
}
