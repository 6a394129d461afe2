package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The throughput that databases and containers are provided with. */
public final class Offers {
    private static final String ACCOUNT = "";

    private static final int RID_BYTES = 3;

    /** The properties that identify an offer and its owner. */
    private static final List<String> OWN = List.of("id", "_rid", "offerResourceId");

    private final Metadata metadata;
    private final StoredResources resources;

    public Offers(Metadata metadata, StoredResources resources) {
        this.metadata = metadata;
        this.resources = resources;
    }

    public void addTo(OperationTable table) {
        table.add(ResourceType.OFFER, Verb.READ, this::read)
                .add(ResourceType.OFFER, Verb.LIST, this::list)
                .add(ResourceType.OFFER, Verb.QUERY, this::list)
                .add(ResourceType.OFFER, Verb.REPLACE, this::replace);
    }

    /** @param owner the resource id of the database or container */
    void create(String owner, String ownerSelf, ObjectNode content) {
        byte[] rid = ResourceId.offer(metadata.nextNumber());
        ObjectNode offer = CosmosJson.object().put("id", ResourceId.text(rid));
        offer.put("resource", ownerSelf).put("offerResourceId", owner);
        offer.put("offerType", "Invalid").put("offerVersion", "V2");
        offer.set("content", content);
        resources.create(ResourceType.OFFER, ACCOUNT, "", rid, offer);
    }

    /** Returns true if a database has throughput that its containers share. */
    boolean has(String owner) {
        return provided(owner).isPresent();
    }

    /**
     * Returns the request units that a container or a database is provided with per second, of autoscale the most; empty if it has
     * no offer of its own.
     *
     * @param owner its resource id
     */
    public OptionalInt provided(String owner) {
        for (ObjectNode offer : resources.all(ResourceType.OFFER, ACCOUNT)) {
            if (offer.get("offerResourceId").stringValue().equals(owner)) {
                return OptionalInt.of(Throughput.most(offer.path("content")));
            }
        }
        return OptionalInt.empty();
    }

    private CosmosResponse read(CosmosRequest request) {
        return shown(
                resources.require(ResourceType.OFFER, ACCOUNT, request.link().id()));
    }

    private CosmosResponse list(CosmosRequest request) {
        return Feed.of(request, metadata, "", "Offers", resources.all(ResourceType.OFFER, ACCOUNT));
    }

    private CosmosResponse replace(CosmosRequest request) {
        String named = request.link().id();
        byte[] rid = ResourceId.bytes(named);
        if (rid == null || rid.length != RID_BYTES) {
            throw CosmosException.badRequest("'" + named + "' is not the resource id of an offer.");
        }
        ObjectNode before = resources.require(ResourceType.OFFER, ACCOUNT, named);
        Preconditions.require(request, before);
        ObjectNode sent = CosmosJson.sent(request.body());
        for (String own : OWN) {
            JsonNode said = sent.get(own);
            if (said != null && !said.isNull() && !said.equals(before.get(own))) {
                throw CosmosException.badRequest("The property '" + own + "' of an offer cannot be changed: it is '"
                        + before.get(own).asString() + "'.");
            }
        }
        ObjectNode changed = before.deepCopy();
        ObjectNode content = (ObjectNode) before.get("content");
        changed.set("content", Throughput.sent(request, sent.path("content"), content));
        return shown(resources.replace(ResourceType.OFFER, ACCOUNT, before, changed));
    }

    private static CosmosResponse shown(ObjectNode offer) {
        return CosmosResponse.of(200, CosmosJson.bytes(offer))
                .etag(Preconditions.etag(offer))
                .with("x-ms-offer-replace-pending", "false")
                .with("x-ms-cosmos-min-throughput", Integer.toString(Throughput.MANUAL_MIN))
                .charge(RequestUnits.METADATA);
    }
}
