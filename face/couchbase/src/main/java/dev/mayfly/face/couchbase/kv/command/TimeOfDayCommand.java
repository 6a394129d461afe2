package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** ADJUST_TIMEOFDAY: winds a virtual clock, as a test of an application does; the machine's is not to be adjusted. */
final class TimeOfDayCommand implements KvCommand {
    /*
     * extras: offset in seconds 8 | what is adjusted 1
     *
     * The offset is counted from when nothing was adjusted yet, so that the same one again changes nothing.
     */
    private static final int KIND_AT = 8;
    private static final int TIME_OF_DAY = 0;
    private static final int UPTIME = 1;
    private static final long SECONDS_MAX = 0xffff_ffffL;
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.SETTINGS).extras(9).noKey().noValue();

    private final @Nullable Consumer<Duration> clock;
    private long adjusted;

    /** @param clock how it is advanced; null where it is the machine's */
    TimeOfDayCommand(@Nullable Consumer<Duration> clock) {
        this.clock = clock;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    /** Documents that have expired by then are swept before the answer. */
    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        Consumer<Duration> wound = clock;
        if (wound == null) {
            throw new StatusException(Status.NOT_SUPPORTED, "Only available with a virtual clock");
        }
        long offset = call.request().extrasLong(0);
        int kind = call.request().extrasByte(KIND_AT);
        boolean isKnown = kind == TIME_OF_DAY || kind == UPTIME;
        if (!isKnown || offset > SECONDS_MAX) {
            return KvResponse.of(Status.EINVAL);
        }
        wind(wound, offset);
        return KvResponse.success();
    }

    private synchronized void wind(Consumer<Duration> wound, long offset) {
        if (offset < adjusted) {
            throw new StatusException(Status.EINVAL, "Time never runs back");
        }
        wound.accept(Duration.ofSeconds(offset - adjusted));
        adjusted = offset;
    }
}
