package dev.mayfly.face.cosmos.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request, without the fields that every answer has. Made and read by one thread.
 */
public final class CosmosResponse {
    private static final byte[] NO_BODY = {};

    private final int status;
    private final byte[] body;
    private final List<Map.Entry<String, String>> fields = new ArrayList<>(4);
    private double charge;
    private int range;
    private OptionalLong lsn = OptionalLong.empty();
    private String type = "application/json";
    private @Nullable String etag;
    private @Nullable String altContentPath;
    private @Nullable String contentPath;

    private CosmosResponse(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    /** @param json its text in UTF-8; not to be changed afterwards */
    public static CosmosResponse of(int status, byte[] json) {
        return new CosmosResponse(status, json);
    }

    public static CosmosResponse of(int status, String json) {
        return new CosmosResponse(status, json.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the response for 204 and 304, and for writes whose client wants no item back. */
    public static CosmosResponse empty(int status) {
        return new CosmosResponse(status, NO_BODY);
    }

    /** Sets the charge, in request units. */
    public CosmosResponse charge(double units) {
        charge = units;
        return this;
    }

    /** The body is something else than JSON. */
    public CosmosResponse type(String contentType) {
        type = contentType;
        return this;
    }

    /** Sets the version of the container, if it differs from that of the account. */
    public CosmosResponse lsn(long version) {
        lsn = OptionalLong.of(version);
        return this;
    }

    /** Sets the range of partition keys that it is about. */
    public CosmosResponse range(int id) {
        range = id;
        return this;
    }

    int range() {
        return range;
    }

    OptionalLong lsn() {
        return lsn;
    }

    /** Sets the etag, quotes included. */
    public CosmosResponse etag(String value) {
        etag = value;
        return this;
    }

    /**
     * Sets the owner of the resource: session tokens are recorded by it, change feeds find their container by it.
     *
     * @param names the link of the owner by names, such as {@code dbs/d/colls/c}
     * @param rid the resource id of the owner
     */
    public CosmosResponse owner(String names, String rid) {
        altContentPath = names;
        contentPath = rid;
        return this;
    }

    /** Sets the number of resources in a feed's page. */
    public CosmosResponse itemCount(int count) {
        return with("x-ms-item-count", Integer.toString(count));
    }

    /** Sets the token of the next page; null if there is none. */
    public CosmosResponse continuation(@Nullable String token) {
        return token == null ? this : with("x-ms-continuation", token);
    }

    /** Adds one further field. */
    public CosmosResponse with(String name, String value) {
        fields.add(Map.entry(name, value));
        return this;
    }

    public int status() {
        return status;
    }

    public byte[] body() {
        return body;
    }

    String type() {
        return type;
    }

    public double charge() {
        return charge;
    }

    public @Nullable String etag() {
        return etag;
    }

    @Nullable
    String altContentPath() {
        return altContentPath;
    }

    @Nullable
    String contentPath() {
        return contentPath;
    }

    /** Returns the fields added by {@link #with}, in order. */
    public List<Map.Entry<String, String>> fields() {
        return fields;
    }
}
