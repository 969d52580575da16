/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Answers each request at once, always the same: what a read would take if it cost nothing, on this
 * machine, at this moment.
 */
public final class EchoServer implements AutoCloseable {
    /** As long as the answer to a read of one balance. */
    private static final ByteBuf ANSWER =
            Unpooled.unreleasableBuffer(
                    Unpooled.copiedBuffer(
                            "{\"key\":12345,\"found\":true,\"value\":1000000,\"timestamp\":123456789,"
                                + "\"token\":\"AAAAAAAAAAAAAAAAAAAAAAAA\"}",
                            StandardCharsets.US_ASCII));

    private static final int MAX_REQUEST_BYTES = 1 << 20;

    private final EventLoopGroup group;
    private final Channel channel;

    /** Listens on a free port of loopback. */
    public EchoServer() {
        group =
                new MultiThreadIoEventLoopGroup(
                        Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                        new DefaultThreadFactory("echo", true),
                        NioIoHandler.newFactory());
        channel =
                new ServerBootstrap()
                        .group(group)
                        .channel(NioServerSocketChannel.class)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childHandler(
                                new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel child) {
                                        child.pipeline()
                                                .addLast(
                                                        new HttpServerCodec(),
                                                        new HttpObjectAggregator(MAX_REQUEST_BYTES),
                                                        new Answering());
                                    }
                                })
                        .bind(InetAddress.getLoopbackAddress(), 0)
                        .syncUninterruptibly()
                        .channel();
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            var answer =
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, ANSWER.duplicate());
            answer.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, ANSWER.readableBytes());
            var unused = context.writeAndFlush(answer, context.voidPromise());
        }
    }
}
