package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Pattern;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.Locale;
import java.util.function.Predicate;

/** The options that a function takes as an object behind its other arguments. One of another type counts for nothing. */
record Options(N1qlObject object) {
    static final Options NONE = new Options(N1qlValues.EMPTY_OBJECT);

    boolean flag(String name, boolean otherwise) {
        return object.field(name) instanceof N1qlBoolean value ? value.truth() : otherwise;
    }

    String text(String name, String otherwise) {
        return object.field(name) instanceof N1qlString value ? value.stringValue() : otherwise;
    }

    N1qlValue value(String name) {
        return object.field(name);
    }

    /**
     * Returns the filter of field paths: {@code pattern}, taken literally unless {@code regex} says otherwise, as a
     * whole with {@code exact}, and of single fields with {@code patternspace}.
     */
    Predicate<String> paths(CompiledPattern remembered) {
        String pattern = text("pattern", "");
        if (pattern.isEmpty()) {
            return _ -> true;
        }
        if (object.field("regex") instanceof N1qlBoolean isRegex && !isRegex.truth()) {
            pattern = Pattern.quote(pattern);
        }
        if (flag("exact", false)) {
            pattern = (pattern.startsWith("^") ? "" : "^") + pattern + "$";
        }
        boolean ignoreCase = flag("ignorecase", false);
        Pattern compiled = remembered.pattern(ignoreCase ? pattern.toLowerCase(Locale.ROOT) : pattern);
        boolean byField = text("patternspace", "path").equals("field");
        return path -> {
            String compared = ignoreCase ? path.toLowerCase(Locale.ROOT) : path;
            return byField
                    ? anyField(compiled, compared)
                    : compiled.matcher(new SteppedText(compared)).find();
        };
    }

    private static boolean anyField(Pattern pattern, String path) {
        boolean quoted = false;
        int from = 0;
        for (int at = 0; at <= path.length(); at++) {
            boolean ends = at == path.length() || path.charAt(at) == '.' && !quoted;
            if (ends
                    && from < path.length()
                    && pattern.matcher(new SteppedText(path.substring(from, at)))
                            .find()) {
                return true;
            }
            from = ends ? at + 1 : from;
            quoted ^= at < path.length() && path.charAt(at) == '`';
        }
        return false;
    }
}
