package dev.mayfly.face.cosmos.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The model of charges, at the points that are published and between them. */
final class RequestUnitsTest {
    private static final int KB = 1_024;

    @Test
    void readsCostOneUnitAtOneKilobyteAndTenAtAHundred() {
        assertEquals(1, RequestUnits.read(0));
        assertEquals(1, RequestUnits.read(KB));
        assertEquals(10, RequestUnits.read(100 * KB), 1e-9);
    }

    @Test
    void writesCostFiveUnitsAtOneKilobyteAndFiftyAtAHundred() {
        assertEquals(5, RequestUnits.create(200, 10));
        assertEquals(50, RequestUnits.create(100 * KB, 10), 1e-9);
        assertEquals(5.5, RequestUnits.create(KB, 20), 1e-9);
        assertEquals(10, RequestUnits.replace(KB, 10));
        assertEquals(5, RequestUnits.delete(KB, 0));
    }

    @Test
    void pagesGrowWithWhatIsLookedAtAndWhatIsReturned() {
        assertEquals(2.3, RequestUnits.page(0, 0, 0));
        assertTrue(RequestUnits.page(10, 1, 100) > RequestUnits.page(1, 1, 100));
        assertTrue(RequestUnits.page(1, 2, 200) > RequestUnits.page(1, 1, 100));
        assertTrue(RequestUnits.page(1, 1, 50 * KB) > RequestUnits.page(1, 1, KB));
        assertEquals(1.3, RequestUnits.feedPage(1, 100), 1e-9);
    }

    @Test
    void chargesHaveAtMostTwoDecimals() {
        assertEquals("1", RequestUnits.text(1));
        assertEquals("2.3", RequestUnits.text(2.3));
        assertEquals("1.24", RequestUnits.text(1.236));
        assertEquals("5.05", RequestUnits.text(5.05));
        assertEquals("0", RequestUnits.text(0));
    }
}
