package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Pattern;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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

    static void addTo(FunctionTable table) {
        table.any("TOKENS", 1, 2, TokenFunctions::tokens);
        table.add("CONTAINS_TOKEN", 2, 3, TokenFunctions::contains);
        table.alias("HAS_TOKEN", "CONTAINS_TOKEN");
        table.add("CONTAINS_TOKEN_LIKE", 2, 3, TokenFunctions::containsLike);
        table.addRemembering("CONTAINS_TOKEN_REGEXP", 2, 3, () -> {
            CompiledPattern remembered = new CompiledPattern();
            var function = FunctionTable.known(arguments -> containsRegexp(arguments, remembered));
            return (_, arguments) -> function.apply(arguments);
        });
        table.alias("CONTAINS_TOKEN_REGEX", "CONTAINS_TOKEN_REGEXP");
    }

    private static Value tokens(Value[] arguments) {
        Value given = arguments.length == 2 ? arguments[1] : Values.EMPTY_OBJECT;
        if (arguments[0].isMissing() || given.isMissing()) {
            return Values.MISSING;
        }
        if (!(given instanceof ObjectValue options)) {
            return Values.NULL;
        }
        return Values.array(new ArrayList<>(tokensOf(arguments[0], new Options(options))));
    }

    private static Set<Value> tokensOf(Value value, Options options) {
        Set<Value> tokens = new LinkedHashSet<>();
        add(value, options, tokens);
        return tokens;
    }

    private static void add(Value value, Options options, Set<Value> tokens) {
        if (value instanceof StringValue text) {
            addWords(text.stringValue(), options, word -> tokens.add(Values.of(word)));
        } else if (value instanceof ArrayValue array) {
            for (Value element : array) {
                add(element, options, tokens);
            }
        } else if (value instanceof ObjectValue object) {
            boolean names = options.flag("names", true);
            object.toMap().forEach((name, field) -> {
                if (names) {
                    add(Values.of(name), options, tokens);
                }
                add(field, options, tokens);
            });
        } else {
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

    private static Value contains(Value[] arguments) {
        Value sought = arguments[1];
        return matching(arguments, sought::equals);
    }

    private static Value containsLike(Value[] arguments) {
        if (!(arguments[1] instanceof StringValue source)) {
            return Values.NULL;
        }
        LikePattern pattern = LikePattern.of(source.stringValue(), "\\");
        return matching(arguments, token -> token instanceof StringValue text && pattern.matches(text.stringValue()));
    }

    private static Value containsRegexp(Value[] arguments, CompiledPattern remembered) {
        if (!(arguments[1] instanceof StringValue source)) {
            return Values.NULL;
        }
        Pattern pattern = remembered.pattern("^" + source.stringValue() + "$");
        return matching(
                arguments,
                token -> token instanceof StringValue text
                        && pattern.matcher(text.stringValue()).find());
    }

    private static Value matching(Value[] arguments, Predicate<Value> wanted) {
        Value given = arguments.length == 3 ? arguments[2] : Values.EMPTY_OBJECT;
        if (!(given instanceof ObjectValue options)) {
            return Values.NULL;
        }
        for (Value token : tokensOf(arguments[0], new Options(options))) {
            if (!token.isNull() && wanted.test(token)) {
                return Values.TRUE;
            }
        }
        return Values.FALSE;
    }
}
