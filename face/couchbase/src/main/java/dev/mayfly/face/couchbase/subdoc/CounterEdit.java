package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Adds to a whole number in a document, or puts one there; answers what it has become. */
final class CounterEdit {
    private static final Pattern DELTA = Pattern.compile("-?[1-9][0-9]{0,18}");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");

    private CounterEdit() {}

    static Edited count(byte[] text, SubPath path, byte[] delta, boolean makesParents) {
        Long change = DELTA.matcher(latin(delta, 0, delta.length)).matches()
                ? wholeNumber(latin(delta, 0, delta.length))
                : null;
        if (change == null) {
            return Edited.failed(text, Status.SUBDOC_DELTA_EINVAL);
        }
        Located located = Located.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return Edited.failed(text, located.status());
        }
        return located.found()
                ? counted(text, located, change)
                : begun(text, path, located, NewValue.ascii(change.toString()), makesParents);
    }

    private static Edited counted(byte[] text, Located located, long change) {
        String before = latin(text, located.from(), located.until());
        if (!WHOLE.matcher(before).matches()) {
            return Edited.failed(text, Status.SUBDOC_PATH_MISMATCH);
        }
        Long number = wholeNumber(before);
        if (number == null) {
            return Edited.failed(text, Status.SUBDOC_NUM_ERANGE);
        }
        long sum = number + change;
        if (((number ^ sum) & (change ^ sum)) < 0) {
            return Edited.failed(text, Status.SUBDOC_VALUE_CANTINSERT);
        }
        byte[] after = NewValue.ascii(Long.toString(sum));
        return Edited.changed(Edited.spliced(text, located.from(), located.until(), after))
                .answering(after);
    }

    private static Edited begun(byte[] text, SubPath path, Located located, byte[] number, boolean makesParents) {
        boolean reachable = makesParents || located.isParentOf(path);
        if (!reachable || text[located.from()] != '{') {
            return Edited.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        if (!path.endsInName()) {
            return Edited.failed(text, Status.SUBDOC_PATH_EINVAL);
        }
        Edited edited = MemberEdits.added(text, path, number, makesParents, located);
        return edited.isSuccess() ? edited.answering(number) : edited;
    }

    private static @Nullable Long wholeNumber(String digits) {
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static String latin(byte[] text, int from, int until) {
        return new String(text, from, until - from, StandardCharsets.ISO_8859_1);
    }
}
