package dev.mayfly.app.console.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ShowTest {
    @Test
    void secondsOfTheAuditAreSaidInLargerUnitsWhereNothingIsLost() {
        assertEquals("sentAt + 7\u00a0d", Show.audited("sentAt + 604800 s"));
        assertEquals("expiresAt, grace 2\u00a0h", Show.audited("expiresAt + 0 s, grace 7200 s"));
        assertEquals("own lifetime, default 2\u00a0d", Show.audited("own lifetime, default 172800 s"));
        assertEquals("maxTTL 90061\u00a0s", Show.audited("maxTTL 90061 s"));
        assertEquals("maxTTL 1\u00a0min\u00a01\u00a0s", Show.audited("maxTTL 61 s"));
        assertEquals("maxTTL none", Show.audited("maxTTL none"));
    }

    @Test
    void durationsOfSettingsHaveSpaces() {
        assertEquals("3 d", Show.spaced("3d"));
        assertEquals("1 h 30 min", Show.spaced("1h30m"));
        assertEquals("inherit", Show.spaced("inherit"));
    }

    @Test
    void namesMayBreakBehindSlashesAndPoints() {
        assertEquals(List.of("cosmos/", "telemetry/", "ledger"), Show.nameParts("cosmos/telemetry/ledger"));
        assertEquals(List.of("cache.", "_default.", "_default"), Show.nameParts("cache._default._default"));
        assertEquals(List.of("couchbase/", "cache/"), Show.nameParts("couchbase/cache/"));
        assertEquals(List.of(), Show.nameParts(""));
    }
}
