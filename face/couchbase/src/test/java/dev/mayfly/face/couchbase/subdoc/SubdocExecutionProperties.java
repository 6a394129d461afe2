package dev.mayfly.face.couchbase.subdoc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.face.couchbase.wire.StatusException;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever is asked of whatever document, attributes stay one JSON object, and what is said to be JSON is JSON. */
class SubdocExecutionProperties {
    private static final List<String> PATHS =
            List.of("a", "a.b", "a[0]", "a[-1].c", "`x.y`", "_s", "_s.t", "$document.CAS", "$XTOC", "$no", "[0]", "");
    private static final List<String> VALUES = List.of(
            "1",
            "\"x\"",
            "[1,2]",
            "{\"b\":{}}",
            "1,2",
            "nope",
            "\"${Mutation.CAS}\"",
            "\"${Mutation.seqno}\"",
            "\"${Mutation.value_crc32c}\"",
            "\"${$document.revid}\"",
            "\"${$document}\"");
    private static final SpecRules RULES = new SpecRules(true);

    @Test
    void textsStayWhatTheyAre() {
        Seeds.run(4000, (_, random) -> {
            SubdocRequest request = request(random);
            EditedDocument subject = subject(random);
            SubdocExecution execution = new SubdocExecution(request, subject, random.nextBoolean(), () -> 0).run();
            byte[] xattrs = execution.xattrs(0x1234);
            if (xattrs.length > 0) {
                JsonValidator.validate(xattrs, 0, xattrs.length, JsonValidator.DEPTH_MAX);
                assertEquals('{', xattrs[0]);
            }
            if (execution.json()) {
                JsonValidator.validate(execution.body(), 0, execution.body().length, JsonValidator.DEPTH_MAX);
            }
            assertTrue(execution.answers().size() <= request.specs().size());
            if (!request.mutation()) {
                assertSame(subject.body(), execution.body());
                assertEquals(request.specs().size(), execution.answers().size());
            }
            for (int place : execution.seqnoPlaces(xattrs)) {
                assertEquals("\"0x", new String(xattrs, place - 3, 3, StandardCharsets.UTF_8));
            }
        });
    }

    private static EditedDocument subject(RandomGenerator random) {
        String body = List.of("{}", "[]", "{\"a\":{\"b\":[1,{\"c\":2}]}}", "5", "not json", "")
                .get(random.nextInt(6));
        String xattrs =
                List.of("", "{\"a\":1}", "{ \"a\":[1,{\"c\":2}], \"_s\":{} }").get(random.nextInt(3));
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        boolean json = !body.isEmpty() && !body.startsWith("n");
        return new EditedDocument(
                text, json, xattrs.getBytes(StandardCharsets.UTF_8), random.nextInt(5) == 0, DocumentFacts.NOTHING);
    }

    private static SubdocRequest request(RandomGenerator random) {
        boolean mutation = random.nextBoolean();
        List<SubSpec> specs = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            specs.add(spec(random, mutation));
        }
        specs.sort((one, other) -> Boolean.compare(other.isXattr(), one.isXattr()));
        return new SubdocRequest(random.nextBoolean(), mutation, mutation ? random.nextInt(2) : 0, 0, null, specs);
    }

    /** One that the rules let through. */
    private static SubSpec spec(RandomGenerator random, boolean mutation) {
        while (true) {
            SubOpcode opcode = SubOpcode.values()[random.nextInt(SubOpcode.values().length)];
            if (opcode.isMutation() != mutation) {
                continue;
            }
            int flags = random.nextInt(0x40) & opcode.pathFlags() | opcode.requiredPathFlags();
            String path = opcode.isWhole() ? "" : PATHS.get(random.nextInt(PATHS.size()));
            String value = opcode.takesValue() ? VALUES.get(random.nextInt(VALUES.size())) : "";
            SubSpec spec = new SubSpec(
                    opcode, flags, path.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
            try {
                RULES.check(spec, 0);
                return spec;
            } catch (StatusException _) {
                // Another.
            }
        }
    }
}
