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

    static EditResult count(byte[] text, SubPath path, byte[] delta, boolean makesParents) {
        Long change = DELTA.matcher(latin(delta, 0, delta.length)).matches()
                ? wholeNumber(latin(delta, 0, delta.length))
                : null;
        if (change == null) {
            return EditResult.failed(text, Status.SUBDOC_DELTA_EINVAL);
        }
        PathMatch located = PathMatch.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return EditResult.failed(text, located.status());
        }
        return located.found()
                ? counted(text, located, change)
                : begun(text, path, located, NewValue.ascii(change.toString()), makesParents);
    }

    private static EditResult counted(byte[] text, PathMatch located, long change) {
        String before = latin(text, located.from(), located.until());
        if (!WHOLE.matcher(before).matches()) {
            return EditResult.failed(text, Status.SUBDOC_PATH_MISMATCH);
        }
        Long number = wholeNumber(before);
        if (number == null) {
            return EditResult.failed(text, Status.SUBDOC_NUM_ERANGE);
        }
        long sum = number + change;
        if (((number ^ sum) & (change ^ sum)) < 0) {
            return EditResult.failed(text, Status.SUBDOC_VALUE_CANTINSERT);
        }
        byte[] after = NewValue.ascii(Long.toString(sum));
        return EditResult.changed(EditResult.spliced(text, located.from(), located.until(), after))
                .answering(after);
    }

    private static EditResult begun(byte[] text, SubPath path, PathMatch located, byte[] number, boolean makesParents) {
        boolean reachable = makesParents || located.isParentOf(path);
        if (!reachable || text[located.from()] != '{') {
            return EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        if (!path.endsInName()) {
            return EditResult.failed(text, Status.SUBDOC_PATH_EINVAL);
        }
        EditResult edited = MemberEdits.added(text, path, number, makesParents, located);
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
