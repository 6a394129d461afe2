package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Matcher;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.Locale;

/**
 * The function {@code MASK}, which lays a mask over a string: characters of the mask take the place of the string's, which
 * shows through holes; characters that are injected stand between its own.
 */
final class MaskFunction {
    private static final String MASK = "********";

    private MaskFunction() {}

    static void addTo(FunctionTable table) {
        table.add("MASK", 1, 2, MaskFunction::masked);
    }

    private static Value masked(Value[] arguments) {
        Value given = arguments.length == 2 ? arguments[1] : Values.EMPTY_OBJECT;
        if (!(arguments[0] instanceof StringValue source) || !(given instanceof ObjectValue object)) {
            return Values.NULL;
        }
        return Values.of(masked(source.stringValue(), new Options(object)));
    }

    private static String masked(String source, Options options) {
        Value anchor = options.value("anchor");
        String word = anchor instanceof StringValue text ? text.stringValue() : "start";
        int position = anchor instanceof NumberValue number
                ? Math.clamp(number.longValue(), -StringFunctions.TEXT_MAX, StringFunctions.TEXT_MAX)
                : 0;
        boolean fromEnd = word.toLowerCase(Locale.ROOT).equals("end") || position < 0;
        if (!fromEnd && !word.toLowerCase(Locale.ROOT).equals("start")) {
            Matcher matcher = CompiledPattern.compile(word).matcher(source);
            if (!matcher.find()) {
                return source;
            }
            position = source.codePointCount(0, matcher.start());
        }
        int[] text = source.codePoints().toArray();
        int spared = Math.abs(position);
        return spared > text.length ? source : masked(text, spared, fromEnd, options);
    }

    private static String masked(int[] text, int spared, boolean fromEnd, Options options) {
        String mask = options.text("mask", MASK);
        int[] cover = (mask.isEmpty() ? MASK : mask).codePoints().toArray();
        String holes = options.text("hole", " ");
        String injected = options.text("inject", "");
        int length = cover.length + spared;
        if (options.text("length", "").toLowerCase(Locale.ROOT).equals("source")) {
            length = text.length;
            for (int c : cover) {
                length += injected.indexOf(c) >= 0 ? 1 : 0;
            }
        }
        int[] out = new int[length];
        int read = 0;
        int covered = 0;
        for (int i = 0; i < length; i++) {
            int own = read < text.length ? text[fromEnd ? text.length - 1 - read : read] : 0;
            boolean isOwn = i < spared || covered == cover.length;
            int c = isOwn ? own : cover[fromEnd ? cover.length - 1 - covered : covered];
            boolean inject = !isOwn && holes.indexOf(c) < 0 && injected.indexOf(c) >= 0;
            boolean shows = !isOwn && holes.indexOf(c) >= 0 && read < text.length;
            out[fromEnd ? length - 1 - i : i] = shows ? own : c;
            covered += isOwn ? 0 : 1;
            read += inject ? 0 : 1;
        }
        return new String(out, 0, out.length);
    }
}
