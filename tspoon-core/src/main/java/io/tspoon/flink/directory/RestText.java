/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import org.apache.flink.runtime.rest.HttpMethodWrapper;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.RequestBody;
import org.apache.flink.runtime.rest.messages.ResponseBody;
import org.apache.flink.runtime.rest.messages.RuntimeMessageHeaders;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonRawValue;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonValue;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpResponseStatus;

/**
 * A request to Flink's REST interface whose body and answer are JSON as a text, so that it works
 * whether or not Flink has classes for them.
 *
 * @param method HTTP method
 * @param path such as {@code /jobs/ID/resource-requirements}
 */
record RestText(HttpMethodWrapper method, String path)
        implements RuntimeMessageHeaders<RequestBody, RestText.Answer, EmptyMessageParameters> {

    /** Is sent as it is. */
    static final class Body implements RequestBody {
        private final String json;

        Body(String json) {
            this.json = json;
        }

        @JsonValue
        @JsonRawValue
        String json() {
            return json;
        }
    }

    /** What came back. */
    static final class Answer implements ResponseBody {
        private final JsonNode json;

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Answer(JsonNode json) {
            this.json = json;
        }

        String text() {
            return json.toString();
        }
    }

    @Override
    public Class<RequestBody> getRequestClass() {
        return RequestBody.class;
    }

    @Override
    public Class<Answer> getResponseClass() {
        return Answer.class;
    }

    @Override
    public HttpResponseStatus getResponseStatusCode() {
        return HttpResponseStatus.OK;
    }

    @Override
    public EmptyMessageParameters getUnresolvedMessageParameters() {
        return EmptyMessageParameters.getInstance();
    }

    @Override
    public HttpMethodWrapper getHttpMethod() {
        return method;
    }

    @Override
    public String getTargetRestEndpointURL() {
        return path;
    }

    @Override
    public String getDescription() {
        return "A request whose answer is read as a text.";
    }
}
