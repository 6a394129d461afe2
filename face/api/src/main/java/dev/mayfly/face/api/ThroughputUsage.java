package dev.mayfly.face.api;

/**
 * What has become of the request units of a container, or of the containers that share those of a database.
 *
 * @param database its name
 * @param container its name; empty for a database whose containers share
 * @param provided request units a second, of autoscale the most
 * @param used request units since the start, those of purges among them
 * @param purged request units that the purge of expired items has taken
 * @param throttled requests answered with 429
 */
public record ThroughputUsage(
        String database, String container, double provided, double used, double purged, long throttled) {}
