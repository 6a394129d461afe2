package dev.mayfly.face.cosmos.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkTest {
    @ParameterizedTest
    @CsvSource({
        "/, ACCOUNT, false, ''",
        "'', ACCOUNT, false, ''",
        "/dbs, DATABASE, true, ''",
        "//dbs//, DATABASE, true, ''",
        "/dbs/d, DATABASE, false, dbs/d",
        "/dbs/d/colls, CONTAINER, true, dbs/d",
        "/dbs/d/colls/c/docs, ITEM, true, dbs/d/colls/c",
        "/dbs/d/colls/c/docs/i/, ITEM, false, dbs/d/colls/c/docs/i",
        "/dbs/d/users/u/permissions/p, PERMISSION, false, dbs/d/users/u/permissions/p",
        "/offers/Ab1=, OFFER, false, offers/Ab1=",
        "//addresses/, ADDRESS, true, ''",
        "/dbs/d/colls/c/operations/partitionkeydelete, CONTAINER_OPERATION, false,"
                + " dbs/d/colls/c/operations/partitionkeydelete",
    })
    void pathLeadsToAResourceOrAFeed(String path, ResourceType type, boolean isFeed, String signed) {
        Link link = Link.of(path);
        assertEquals(type, link.type());
        assertEquals(isFeed, link.isFeed());
        assertEquals(signed, link.resourceLink());
    }

    @Test
    void idsAreDecodedOnceAndAPlusIsAPlus() {
        Link link = Link.of("/dbs/a+b/colls/%25zz/docs/%C3%A9%20%2B");
        assertEquals(List.of("a+b", "%zz", "é +"), link.ids());
        assertTrue(Link.of("/dbs/d/colls/c/docs").isFeed());
        assertFalse(Link.of("/dbs/d/colls/c").isFeed());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dbs/..",
                "/dbs/%2e%2e",
                "/dbs/d/colls/a%2Fb",
                "/dbs/d/colls/a%5Cb",
                "/dbs/d/colls/c/docs/a%3Fb",
                "/dbs/d/colls/c/docs/a%23b",
                "/dbs/%00",
                "/dbs/%zz",
                "/dbs//colls/c",
            })
    void whatCannotBeAnIdIsRefused(String path) {
        assertEquals(
                400, assertThrows(CosmosException.class, () -> Link.of(path)).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/dbs/d/docs", "/colls/c", "/dbs/d/colls/c/docs/i/docs/i/docs/i", "/DBS"})
    void whatLeadsNowhereIsNotFound(String path) {
        assertEquals(
                404, assertThrows(CosmosException.class, () -> Link.of(path)).status());
    }
}
