package dev.mayfly.face.couchbase.subdoc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubdocExecutionTest {
    private static final EditedDocument SUBJECT =
            new EditedDocument(bytes("{\"a\":1}"), true, bytes("{\"u\":1,\"_s\":2}"), false, DocumentFacts.NOTHING);

    @Test
    void whoMayNotSeeTheSystemsAttributesIsRefusedAllButTheBody() {
        SubdocRequest request = lookup(
                true,
                spec(SubOpcode.GET, PathFlags.XATTR, "u", ""),
                spec(SubOpcode.GET, PathFlags.XATTR, "_s", ""),
                spec(SubOpcode.GET, 0, "a", ""));
        SubdocExecution execution = new SubdocExecution(request, SUBJECT, false, () -> 0).run();
        assertEquals(Status.SUBDOC_MULTI_PATH_FAILURE, execution.status());
        assertEquals(
                List.of(Status.EACCESS, Status.EACCESS, Status.SUCCESS),
                execution.answers().stream().map(SubdocAnswer::status).toList());
        SubdocRequest single = lookup(false, spec(SubOpcode.GET, PathFlags.XATTR, "_s", ""));
        assertEquals(
                Status.EACCESS,
                new SubdocExecution(single, SUBJECT, false, () -> 0).run().status());
    }

    @Test
    void theTableOfContentsHidesWhatOneMayNotSee() {
        SubdocRequest request = lookup(false, spec(SubOpcode.GET, PathFlags.XATTR, "$XTOC", ""));
        assertEquals("[\"u\"]", answer(new SubdocExecution(request, SUBJECT, false, () -> 0)));
        assertEquals("[\"u\",\"_s\"]", answer(new SubdocExecution(request, SUBJECT, true, () -> 0)));
    }

    @Test
    void placeholdersGiveWayToTextThatLooksLikeThem() {
        String first = new String(new Placeholders(new byte[0], List.of()).of(Macro.SEQNO), StandardCharsets.UTF_8);
        EditedDocument subject =
                new EditedDocument(bytes("{}"), true, bytes("{\"mine\":" + first + "}"), false, DocumentFacts.NOTHING);
        SubSpec macro =
                spec(SubOpcode.DICT_UPSERT, PathFlags.XATTR | PathFlags.EXPANDS_MACROS, "s", "\"${Mutation.seqno}\"");
        SubdocRequest request = new SubdocRequest(true, true, 0, 0, null, List.of(macro));
        SubdocExecution execution = new SubdocExecution(request, subject, true, () -> 0).run();
        byte[] xattrs = execution.xattrs(1);
        assertEquals(1, execution.seqnoPlaces(xattrs).length);
        assertEquals(0, new String(xattrs, StandardCharsets.UTF_8).indexOf("{\"mine\":" + first));
    }

    @Test
    void theChecksumIsThatOfTheValueAsItBecomes() {
        SubSpec macro = spec(
                SubOpcode.DICT_UPSERT, PathFlags.XATTR | PathFlags.EXPANDS_MACROS, "c", "\"${Mutation.value_crc32c}\"");
        SubSpec change = spec(SubOpcode.DICT_UPSERT, 0, "a", "2");
        SubdocRequest request = new SubdocRequest(true, true, 0, 0, null, List.of(macro, change));
        SubdocExecution execution = new SubdocExecution(request, SUBJECT, true, () -> 0).run();
        assertEquals(
                "{\"u\":1,\"_s\":2,\"c\":\"" + DocumentFacts.crc(bytes("{\"a\":2}")) + "\"}",
                new String(execution.xattrs(1), StandardCharsets.UTF_8));
    }

    private static String answer(SubdocExecution execution) {
        byte[] value = execution.run().answers().getFirst().value();
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    private static SubdocRequest lookup(boolean multi, SubSpec... specs) {
        return new SubdocRequest(multi, false, 0, 0, null, List.of(specs));
    }

    private static SubSpec spec(SubOpcode opcode, int flags, String path, String value) {
        return new SubSpec(opcode, flags, bytes(path), bytes(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
