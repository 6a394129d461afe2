package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Matcher;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.base.query.value.CharacterSet;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.Locale;

/**
 * The function {@code MASK}, which lays a mask over a string: characters of the mask take the place of the string's, which
 * shows through holes; characters that are injected stand between its own.
 */
final class MaskFunction {
    private static final String MASK = "********";

    private MaskFunction() {}

    static void addTo(N1qlFunctionTable table) {
        table.add("MASK", 1, 2, MaskFunction::masked);
    }

    private static N1qlValue masked(N1qlValue[] arguments) {
        N1qlValue given = arguments.length == 2 ? arguments[1] : N1qlValues.EMPTY_OBJECT;
        if (!(arguments[0] instanceof N1qlString source) || !(given instanceof N1qlObject object)) {
            return N1qlValues.NULL;
        }
        return N1qlValues.of(masked(source.stringValue(), new Options(object)));
    }

    private static String masked(String source, Options options) {
        N1qlValue anchor = options.value("anchor");
        String word = anchor instanceof N1qlString text ? text.stringValue() : "start";
        int position = anchor instanceof N1qlNumber number
                ? Math.clamp(number.longValue(), -StringFunctions.TEXT_MAX, StringFunctions.TEXT_MAX)
                : 0;
        boolean fromEnd = word.toLowerCase(Locale.ROOT).equals("end") || position < 0;
        if (!fromEnd && !word.toLowerCase(Locale.ROOT).equals("start")) {
            Matcher matcher = CompiledPattern.compile(word).matcher(new SteppedText(source));
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
        CharacterSet holes = new CharacterSet(options.text("hole", " "));
        CharacterSet injected = new CharacterSet(options.text("inject", ""));
        int length = cover.length + spared;
        if (options.text("length", "").toLowerCase(Locale.ROOT).equals("source")) {
            length = text.length;
            for (int c : cover) {
                length += injected.contains(c) ? 1 : 0;
            }
        }
        int[] out = new int[length];
        int read = 0;
        int covered = 0;
        for (int i = 0; i < length; i++) {
            int own = read < text.length ? text[fromEnd ? text.length - 1 - read : read] : 0;
            boolean isOwn = i < spared || covered == cover.length;
            int c = isOwn ? own : cover[fromEnd ? cover.length - 1 - covered : covered];
            boolean inject = !isOwn && !holes.contains(c) && injected.contains(c);
            boolean shows = !isOwn && holes.contains(c) && read < text.length;
            out[fromEnd ? length - 1 - i : i] = shows ? own : c;
            covered += isOwn ? 0 : 1;
            read += inject ? 0 : 1;
        }
        return new String(out, 0, out.length);
    }
}
