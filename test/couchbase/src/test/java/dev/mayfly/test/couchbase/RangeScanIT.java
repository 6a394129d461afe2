package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Collection;
import com.couchbase.client.java.kv.MutationState;
import com.couchbase.client.java.kv.ScanOptions;
import com.couchbase.client.java.kv.ScanResult;
import com.couchbase.client.java.kv.ScanTerm;
import com.couchbase.client.java.kv.ScanType;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans of a collection by keys, as the SDK for Java makes them: one of each vBucket, in one order or in none. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class RangeScanIT extends OnGround {
    private static final int COUNT = 300;

    private Collection documents;

    @BeforeEach
    void fill() {
        documents = ground.collection();
        for (int each = 0; each < COUNT; each++) {
            documents.upsert(key(each), each);
        }
    }

    private static String key(int number) {
        return String.format("doc%03d", number);
    }

    private static Set<String> keys(int from, int until) {
        return IntStream.range(from, until).mapToObj(RangeScanIT::key).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<ScanResult> scan(ScanType type, ScanOptions options) {
        return documents.scan(type, options).toList();
    }

    private static Set<String> ids(List<ScanResult> found) {
        Set<String> ids = found.stream().map(ScanResult::id).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(found.size(), ids.size(), "a document was found twice");
        return ids;
    }

    @Test
    void everyDocumentIsFoundOnceWithItsValue() {
        List<ScanResult> found = scan(ScanType.rangeScan(null, null), ScanOptions.scanOptions());
        assertEquals(keys(0, COUNT), ids(found));
        for (ScanResult each : found) {
            assertEquals(Integer.parseInt(each.id().substring(3)), each.contentAs(Integer.class));
            assertTrue(each.cas() != 0);
        }
    }

    @Test
    void aRangeHasItsEndsOrNot() {
        ScanOptions idsOnly = ScanOptions.scanOptions().idsOnly(true);
        assertEquals(
                keys(10, 21),
                ids(scan(ScanType.rangeScan(ScanTerm.inclusive(key(10)), ScanTerm.inclusive(key(20))), idsOnly)));
        assertEquals(
                keys(11, 20),
                ids(scan(ScanType.rangeScan(ScanTerm.exclusive(key(10)), ScanTerm.exclusive(key(20))), idsOnly)));
        assertEquals(keys(100, 200), ids(scan(ScanType.prefixScan("doc1"), idsOnly)));
        assertEquals(Set.of(), ids(scan(ScanType.prefixScan("nothing"), idsOnly)));
    }

    @Test
    void smallPiecesMakeTheSameWhole() {
        ScanOptions pieces = ScanOptions.scanOptions().idsOnly(true).batchItemLimit(1);
        assertEquals(keys(0, COUNT), ids(scan(ScanType.rangeScan(null, null), pieces)));
    }

    @Test
    void whatIsGoneOrHasExpiredIsNotFound() {
        documents.remove(key(1));
        ground.put("doc-dies", 1);
        ground.advance(2);
        assertEquals(
                COUNT - 1,
                scan(ScanType.prefixScan("doc"), ScanOptions.scanOptions().idsOnly(true))
                        .size());
    }

    @Test
    void aSampleIsAsLargeAsItIsAskedFor() {
        List<ScanResult> sample =
                scan(ScanType.samplingScan(40, 7), ScanOptions.scanOptions().idsOnly(true));
        assertEquals(40, new HashSet<>(ids(sample)).size());
    }

    @Test
    void whatWasWrittenBeforeIsSeenIfItIsAskedFor() {
        MutationState state =
                MutationState.from(documents.upsert("mine", 1).mutationToken().orElseThrow());
        List<ScanResult> found =
                scan(ScanType.prefixScan("mine"), ScanOptions.scanOptions().consistentWith(state));
        assertEquals(Set.of("mine"), ids(found));
    }
}
