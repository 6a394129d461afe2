package dev.mayfly.face.couchbase.xdcr.filter;

import tools.jackson.databind.JsonNode;

/**
 * A document as an expression sees it.
 *
 * @param body missing where the document is no JSON
 * @param xattrs an object, or missing
 */
public record FilteredDocument(String key, JsonNode body, JsonNode xattrs) {}
