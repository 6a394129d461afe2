package dev.mayfly.face.couchbase.subdoc;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table for each operation: a document, a path, a value, and what comes of it. */
class PathEditTest {
    private static final String DOCUMENT = "{ \"n\": 1, \"s\":\"x\", \"a\":[1, 2 ,3], \"e\":[], \"o\":{\"in\":{}}, "
            + "\"dot.ted\":true, \"back`tick\":null, \"q\\\"uote\":5, \"\\u0066\\u00fa\":6 }";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "n | 1",
                "s | \"x\"",
                "a | [1, 2 ,3]",
                "a[1] | 2",
                "a[-1] | 3",
                "o.in | {}",
                "o.in. | {}",
                "`dot.ted` | true",
                "`dot`.ted | SUBDOC_PATH_ENOENT",
                "`back``tick` | null",
                "back``tick | null",
                "q\\\"uote | 5",
                "`q\\\"uote` | 5",
                "fú | 6",
                "a[3] | SUBDOC_PATH_ENOENT",
                "a[99999999999999999999999] | SUBDOC_PATH_ENOENT",
                "e[-1] | SUBDOC_PATH_ENOENT",
                "o[-1] | SUBDOC_PATH_MISMATCH",
                "missing | SUBDOC_PATH_ENOENT",
                "missing.more[1] | SUBDOC_PATH_ENOENT",
                "s.x | SUBDOC_PATH_MISMATCH",
                "n[0] | SUBDOC_PATH_MISMATCH",
                "a.x | SUBDOC_PATH_MISMATCH",
                "o[0] | SUBDOC_PATH_MISMATCH",
                "[0] | SUBDOC_PATH_MISMATCH",
                ".n | SUBDOC_PATH_EINVAL",
                "n..s | SUBDOC_PATH_EINVAL",
                "a[0]b | SUBDOC_PATH_EINVAL",
                "a[-2] | SUBDOC_PATH_EINVAL",
                "a[x] | SUBDOC_PATH_EINVAL",
                "a[1 | SUBDOC_PATH_EINVAL",
                "a] | SUBDOC_PATH_EINVAL",
                "`n | SUBDOC_PATH_EINVAL",
                "q\"uote | SUBDOC_PATH_EINVAL",
                "q\\ | SUBDOC_PATH_EINVAL",
                "\\u0066 | SUBDOC_PATH_EINVAL",
            })
    void getAnswersWhatThePathLeadsTo(String path, String expected) {
        assertLookup(SubOpcode.GET, path, expected);
    }

    @ParameterizedTest
    @CsvSource({"n,SUCCESS", "x,SUBDOC_PATH_ENOENT", "n.x,SUBDOC_PATH_MISMATCH", "a[0],SUCCESS"})
    void existsAnswersNoValue(String path, Status expected) {
        EditResult edited = run(SubOpcode.EXISTS, DOCUMENT, path, "", false);
        assertEquals(expected, edited.status());
        assertNull(edited.value());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "'' | 9",
                "a | 3",
                "e | 0",
                "o | 1",
                "o.in | 0",
                "n | SUBDOC_PATH_MISMATCH",
                "s | SUBDOC_PATH_MISMATCH",
                "x | SUBDOC_PATH_ENOENT",
            })
    void countAnswersHowManyMembersThereAre(String path, String expected) {
        assertLookup(SubOpcode.GET_COUNT, path, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | a | 1 | {\"a\":1}",
                "{ \"a\":1 } | b | 2 | { \"a\":1 ,\"b\":2}",
                "{\"a\":1} | a | 2 | SUBDOC_PATH_EEXISTS",
                "{\"a\":{}} | a.b | \"x\" | {\"a\":{\"b\":\"x\"}}",
                "{} | a.b | 1 | SUBDOC_PATH_ENOENT",
                "{} | `a.b` | 1 | {\"a.b\":1}",
                "{} | a | 1,2 | SUBDOC_VALUE_CANTINSERT",
                "{} | a | 1}, | SUBDOC_VALUE_CANTINSERT",
                "{} | a | nope | SUBDOC_VALUE_CANTINSERT",
                "{} | a | \"b\":1 | SUBDOC_VALUE_CANTINSERT",
                "{} | ~~ | 1 | SUBDOC_VALUE_CANTINSERT",
                "[] | a | 1 | SUBDOC_PATH_MISMATCH",
                "[] | [0] | 1 | SUBDOC_PATH_EINVAL",
                "5 | a | 1 | SUBDOC_PATH_MISMATCH",
            })
    void dictAddAddsAMember(String document, String path, String value, String expected) {
        assertChange(SubOpcode.DICT_ADD, document, path, value, false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | a.b.c | 1 | {\"a\":{\"b\":{\"c\":1}}}",
                "{\"x\":0} | a.b | 1 | {\"x\":0,\"a\":{\"b\":1}}",
                "{\"a\":{\"x\":0}} | a.b.c | 1 | {\"a\":{\"x\":0,\"b\":{\"c\":1}}}",
                "{} | a[0].b | 1 | SUBDOC_PATH_ENOENT",
                "{\"a\":[]} | a[0].b | 1 | SUBDOC_PATH_ENOENT",
                "{\"a\":[{}]} | a[0].b.c | 1 | {\"a\":[{\"b\":{\"c\":1}}]}",
                "{\"a\":5} | a.b | 1 | SUBDOC_PATH_MISMATCH",
            })
    void missingParentsAreMadeIfAskedFor(String document, String path, String value, String expected) {
        assertChange(SubOpcode.DICT_ADD, document, path, value, true, expected);
        assertChange(SubOpcode.DICT_UPSERT, document, path, value, true, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ \"a\" : 1 , \"b\":2} | a | [] | { \"a\" : [] , \"b\":2}",
                "{} | a | 1 | {\"a\":1}",
                "{\"a\":[1]} | a[0] | 2 | SUBDOC_PATH_EINVAL",
                "{\"a\":[1]} | a.b | 2 | SUBDOC_PATH_MISMATCH",
            })
    void dictUpsertSetsAMember(String document, String path, String value, String expected) {
        assertChange(SubOpcode.DICT_UPSERT, document, path, value, false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\": 1} | a | {\"b\":2} | {\"a\": {\"b\":2}}",
                "[1,2,3] | [1] | 9 | [1,9,3]",
                "[1,2,3] | [-1] | 9 | [1,2,9]",
                "{} | a | 1 | SUBDOC_PATH_ENOENT",
                "[1] | [1] | 1 | SUBDOC_PATH_ENOENT",
                "[1] | [0] | 1,2 | SUBDOC_VALUE_CANTINSERT",
                "[1] | ~~ | 1 | SUBDOC_VALUE_CANTINSERT",
            })
    void replaceSetsWhatIsThere(String document, String path, String value, String expected) {
        assertChange(SubOpcode.REPLACE, document, path, value, false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1} | a | {}",
                "{ \"a\":1, \"b\":2 } | a | {  \"b\":2 }",
                "{\"a\":1 , \"b\":2} | b | {\"a\":1 }",
                "{\"a\":1,\"b\":2,\"c\":3} | b | {\"a\":1,\"c\":3}",
                "[1,[2,3],4] | [1] | [1,4]",
                "[1,2] | [-1] | [1]",
                "[[1]] | [0][0] | [[]]",
                "{\"a\":\",\"} | a | {}",
                "{} | a | SUBDOC_PATH_ENOENT",
                "{} | ~~ | SUBDOC_VALUE_CANTINSERT",
                "{\"a\":1} | a[0] | SUBDOC_PATH_MISMATCH",
            })
    void deleteTakesAwayAValueWithOneComma(String document, String path, String expected) {
        assertChange(SubOpcode.DELETE, document, path, "", false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | ~~ | 1 | [1]",
                "[ ] | ~~ | 1,2 | [1,2]",
                "[1] | ~~ | 2 | [1,2]",
                "{\"a\":[1 ]} | a | {} | {\"a\":[1 ,{}]}",
                "{} | a | 1 | SUBDOC_PATH_ENOENT",
                "{\"a\":1} | a | 1 | SUBDOC_PATH_MISMATCH",
                "{} | ~~ | 1 | SUBDOC_PATH_MISMATCH",
                "[] | ~~ | 1,,2 | SUBDOC_VALUE_CANTINSERT",
                "[] | ~~ | ],[ | SUBDOC_VALUE_CANTINSERT",
            })
    void pushLastPutsValuesBehindTheLast(String document, String path, String value, String expected) {
        assertChange(SubOpcode.ARRAY_PUSH_LAST, document, path, value, false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | ~~ | 1 | [1]",
                "[3] | ~~ | 1,2 | [1,2,3]",
                "{\"a\":[[]]} | a[0] | 1 | {\"a\":[[1]]}",
                "{\"a\":{}} | a | 1 | SUBDOC_PATH_MISMATCH",
                "{} | a | 1 | SUBDOC_PATH_ENOENT",
            })
    void pushFirstPutsValuesBeforeTheFirst(String document, String path, String value, String expected) {
        assertChange(SubOpcode.ARRAY_PUSH_FIRST, document, path, value, false, expected);
    }

    @Test
    void pushMakesTheArrayWithItsParents() {
        assertChange(SubOpcode.ARRAY_PUSH_LAST, "{}", "a.b", "1,2", true, "{\"a\":{\"b\":[1,2]}}");
        assertChange(SubOpcode.ARRAY_PUSH_FIRST, "{}", "a", "1", true, "{\"a\":[1]}");
        assertChange(SubOpcode.ARRAY_ADD_UNIQUE, "{}", "a", "1", true, "{\"a\":[1]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | [0] | 1 | [1]",
                "[1,3] | [1] | 2 | [1,2,3]",
                "[1,3] | [0] | 0 | [0,1,3]",
                "[1,3] | [2] | 4,5 | [1,3,4,5]",
                "[1,3] | [3] | 4 | SUBDOC_PATH_ENOENT",
                "[1] | [-1] | 4 | SUBDOC_PATH_EINVAL",
                "{\"a\":[]} | a | 4 | SUBDOC_PATH_EINVAL",
                "{\"a\":{}} | a[0] | 4 | SUBDOC_PATH_MISMATCH",
                "{} | a[0] | 4 | SUBDOC_PATH_ENOENT",
            })
    void insertPutsValuesBeforeAnElement(String document, String path, String value, String expected) {
        assertChange(SubOpcode.ARRAY_INSERT, document, path, value, false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[] | ~~ | 1 | [1]",
                "[1,\"1\"] | ~~ | 2 | [1,\"1\",2]",
                "[1,\"1\"] | ~~ | \"1\" | SUBDOC_PATH_EEXISTS",
                "[1,null] | ~~ | null | SUBDOC_PATH_EEXISTS",
                "[1,[]] | ~~ | 2 | SUBDOC_PATH_MISMATCH",
                "[1,[]] | ~~ | 1 | SUBDOC_PATH_EEXISTS",
                "[] | ~~ | [] | SUBDOC_VALUE_CANTINSERT",
                "[] | ~~ | 1,2 | SUBDOC_VALUE_CANTINSERT",
                "{\"a\":1} | a | 2 | SUBDOC_PATH_MISMATCH",
            })
    void addUniqueAddsWhatIsNotThere(String document, String path, String value, String expected) {
        assertChange(SubOpcode.ARRAY_ADD_UNIQUE, document, path, value, false, expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"c\":1} | c | 2 | {\"c\":3} | 3",
                "{\"c\":1} | c | -2 | {\"c\":-1} | -1",
                "{} | c | 5 | {\"c\":5} | 5",
                "[1] | [0] | 5 | [6] | 6",
                "{\"c\":-9223372036854775808} | c | 1 | {\"c\":-9223372036854775807} | -9223372036854775807",
            })
    void counterAnswersWhatItHasBecome(String document, String path, String delta, String expected, String value) {
        assertChange(SubOpcode.COUNTER, document, path, delta, false, expected);
        EditResult edited = run(SubOpcode.COUNTER, document, path, delta, false);
        assertEquals(value, text(edited.value()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"c\":1} | c | 0 | SUBDOC_DELTA_EINVAL",
                "{\"c\":1} | c | 01 | SUBDOC_DELTA_EINVAL",
                "{\"c\":1} | c | +1 | SUBDOC_DELTA_EINVAL",
                "{\"c\":1} | c | 1.5 | SUBDOC_DELTA_EINVAL",
                "{\"c\":1} | c | 9223372036854775808 | SUBDOC_DELTA_EINVAL",
                "{\"c\":9223372036854775807} | c | 1 | SUBDOC_VALUE_CANTINSERT",
                "{\"c\":-9223372036854775808} | c | -1 | SUBDOC_VALUE_CANTINSERT",
                "{\"c\":9223372036854775808} | c | 1 | SUBDOC_NUM_ERANGE",
                "{\"c\":1.5} | c | 1 | SUBDOC_PATH_MISMATCH",
                "{\"c\":1e3} | c | 1 | SUBDOC_PATH_MISMATCH",
                "{\"c\":\"1\"} | c | 1 | SUBDOC_PATH_MISMATCH",
                "{\"c\":null} | c | 1 | SUBDOC_PATH_MISMATCH",
                "{} | c.d | 1 | SUBDOC_PATH_ENOENT",
                "[] | [0] | 1 | SUBDOC_PATH_ENOENT",
            })
    void counterRefusesWhatIsNoWholeNumber(String document, String path, String delta, String expected) {
        assertChange(SubOpcode.COUNTER, document, path, delta, false, expected);
    }

    @Test
    void pathsLeadThirtyOneStepsDeepAndNoFurther() {
        String deep = "{\"a\":".repeat(31) + "1" + "}".repeat(31);
        assertEquals("1", text(run(SubOpcode.GET, deep, path(31), "", false).value()));
        assertStatus(Status.SUBDOC_PATH_E2BIG, SubOpcode.GET, deep, path(32), "");
    }

    @Test
    void nothingIsPutWhereItWouldBeTooDeep() {
        String parents = "{\"a\":".repeat(30) + "{}" + "}".repeat(30);
        assertStatus(Status.SUCCESS, SubOpcode.DICT_ADD, parents, path(31), "{}");
        assertStatus(Status.SUBDOC_VALUE_ETOODEEP, SubOpcode.DICT_ADD, parents, path(31), "{\"b\":1}");
        assertStatus(Status.SUBDOC_VALUE_ETOODEEP, SubOpcode.ARRAY_PUSH_LAST, parents, path(31), "1");
        assertStatus(Status.SUBDOC_VALUE_ETOODEEP, SubOpcode.DICT_ADD, "{}", "a", "[".repeat(99) + "]".repeat(99));
    }

    @Test
    void aDocumentThatIsTooDeepIsNotLookedThrough() {
        String deep = "{\"first\":1,\"deep\":" + "[".repeat(66) + "]".repeat(66) + "}";
        assertStatus(Status.SUCCESS, SubOpcode.GET, deep, "first", "");
        assertStatus(Status.SUBDOC_DOC_E2DEEP, SubOpcode.GET, deep, "deep", "");
        assertStatus(Status.SUBDOC_DOC_E2DEEP, SubOpcode.GET, deep, "behind", "");
    }

    @Test
    void whatFailsLeavesTheTextAsItWas() {
        byte[] text = bytes("{\"a\":1}");
        assertSame(
                text,
                PathEdit.run(SubOpcode.REPLACE, text, bytes("b"), bytes("1"), false)
                        .text());
    }

    private static String path(int steps) {
        return "a" + ".a".repeat(steps - 1);
    }

    private static void assertStatus(Status expected, SubOpcode opcode, String document, String path, String value) {
        assertEquals(expected, run(opcode, document, path, value, false).status());
    }

    private static void assertLookup(SubOpcode opcode, String path, String expected) {
        EditResult edited = run(opcode, DOCUMENT, path, "", false);
        assertEquals(
                expected,
                edited.isSuccess() ? text(edited.value()) : edited.status().name());
    }

    private static void assertChange(
            SubOpcode opcode, String document, String path, String value, boolean makesParents, String expected) {
        EditResult edited = run(opcode, document, path, value, makesParents);
        assertEquals(
                expected,
                edited.isSuccess() ? text(edited.text()) : edited.status().name());
    }

    private static EditResult run(SubOpcode opcode, String document, String path, String value, boolean makesParents) {
        return PathEdit.run(opcode, bytes(document), bytes(path), bytes(value), makesParents);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte @Nullable [] bytes) {
        return new String(requireNonNull(bytes), StandardCharsets.UTF_8);
    }
}
